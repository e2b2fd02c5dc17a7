#include "report/view_audit_words.h"

#include "kernel/core/text.h"

namespace scrim::report {
namespace {

constexpr std::size_t most_shown = 12;

std::vector<std::string> some_of(std::vector<std::string> words) {
    const std::size_t all = words.size();
    if (all > most_shown) {
        words.resize(most_shown);
        words.push_back(format("… {} more", with_thousands(all - most_shown)));
    }
    return words;
}

}  // namespace

std::string fraction_words(const std::string& fraction) {
    if (fraction.size() <= 24 || fraction.find('/') == std::string::npos) return fraction;
    return format("{:.6g} (about)", fraction_value(fraction));
}

double fraction_value(const std::string& fraction) {
    // The leading digits are enough.
    const auto scaled = [](const std::string& digits) {
        return std::pair(std::stod("0." + digits.substr(0, 18)), static_cast<int>(digits.size()));
    };
    const auto slash = fraction.find('/');
    const auto [top, top_digits] = scaled(fraction.substr(0, slash));
    const auto [bottom, bottom_digits] = scaled(slash == std::string::npos ? "1" : fraction.substr(slash + 1));
    double value = top / bottom;
    for (int i = top_digits; i < bottom_digits; ++i) value /= 10;
    for (int i = bottom_digits; i < top_digits; ++i) value *= 10;
    return value;
}

std::string count_words(const std::string& count) {
    return count.size() <= 24 ? count : format("about 10^{}", count.size() - 1);
}

std::string set_words(std::vector<std::string> rows) {
    return rows.empty() ? "{} (nothing)" : "{" + join(some_of(std::move(rows)), ", ") + "}";
}

std::string domain_words(const ViewDomain& domain) {
    std::string fresh = "closed";
    if (!domain.closed) {
        fresh = format("and {}", counted(domain.fresh, "fresh value", "fresh values"));
        if (domain.enough == 0)
            fresh += ", not known to be enough";
        else if (domain.fresh < domain.enough)
            fresh += format(", {} would stand for all others", domain.enough);
    }
    return format("{} ({})", domain.constants.empty() ? "no value" : join(some_of(domain.constants), ", "), fresh);
}

std::string guarantee_words(const ViewGuarantee& some) {
    return some.parameter.empty() ? some.name : some.name + " " + some.parameter;
}

std::string reason_words(const ViewGuarantee& some) {
    return some.reason + (some.any_domain ? ", whatever other values there are" : "");
}

}  // namespace scrim::report

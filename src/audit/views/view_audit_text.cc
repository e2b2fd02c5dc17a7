// The report of an audit of views for people.
#include "core/text.h"
#include "scrim/audit.h"

#include <algorithm>

namespace scrim {
namespace {

constexpr std::size_t most_facts = 12;
constexpr std::size_t most_databases = 20;

// Short fractions as they are, long ones as a decimal.
std::string number(const std::string& fraction) {
    if (fraction.size() <= 24) return fraction;
    const auto slash = fraction.find('/');
    if (slash == std::string::npos) return fraction;
    // The leading digits are enough for printing.
    const auto scaled = [](const std::string& digits) {
        return std::pair(std::stod("0." + digits.substr(0, 18)), static_cast<int>(digits.size()));
    };
    const auto [top, top_digits] = scaled(fraction.substr(0, slash));
    const auto [bottom, bottom_digits] = scaled(fraction.substr(slash + 1));
    double value = top / bottom;
    for (int i = top_digits; i < bottom_digits; ++i) value /= 10;
    for (int i = bottom_digits; i < top_digits; ++i) value *= 10;
    return format("{:.6g} (about)", value);
}

std::string set_of(std::vector<std::string> words) {
    const std::size_t all = words.size();
    if (all > most_facts) {
        words.resize(most_facts);
        words.push_back(format("… {} more", with_thousands(all - most_facts)));
    }
    return words.empty() ? "{} (nothing)" : "{" + join(words, ", ") + "}";
}

std::string belief_lines(const SecretBelief& belief) {
    std::string out = belief.whole ? format("      belief that the secret is {}\n", set_of(belief.rows))
                                   : format("      belief that {} is in the secret\n", join(belief.rows, ", "));
    if (!belief.attacker.empty()) out += format("        of somebody {}\n", belief.attacker);
    return out + format("        before {}, after {}: moves by {}\n", number(belief.prior), number(belief.posterior),
                        number(belief.moved));
}

std::string guarantee_lines(const ViewGuarantee& some) {
    const char* word = some.verdict == ViewVerdict::holds      ? "holds"
                       : some.verdict == ViewVerdict::breached ? "BREACHED"
                                                               : "undecided";
    std::string out =
        format("  {:<16} {:<10} {}{}\n", some.parameter.empty() ? some.name : some.name + " " + some.parameter, word,
               some.reason, some.any_domain ? ", whatever other values there are" : "");
    if (some.database) {
        out += format("      {}: {}\n", some.database_meaning, set_of(*some.database));
        if (!some.database_secret.empty()) out += format("        its secret: {}\n", set_of(some.database_secret));
    }
    if (some.value) out += belief_lines(*some.value);
    if (some.row) out += belief_lines(*some.row);
    return out;
}

std::string domain_line(const ViewDomain& domain) {
    std::vector<std::string> values = domain.constants;
    const std::size_t all = values.size();
    if (all > most_facts) {
        values.resize(most_facts);
        values.push_back(format("… {} more", with_thousands(all - most_facts)));
    }
    std::string fresh = "closed";
    if (!domain.closed) {
        fresh = format("and {}", counted(domain.fresh, "fresh value", "fresh values"));
        if (domain.enough == 0)
            fresh += ", not known to be enough";
        else if (domain.fresh < domain.enough)
            fresh += format(", {} would stand for all others", domain.enough);
    }
    return format("  {}: {} ({})\n", join(domain.places, " = "), values.empty() ? "no value" : join(values, ", "),
                  fresh);
}

}  // namespace

std::string to_text(const ViewAuditReport& report) {
    std::string out = format("Audit of {}\n", printable(report.name));
    out += "For the owner only: this report names facts that are not published.\n\n";
    out += format("Secret     {}\n", report.secrets.empty() ? "none" : join(report.secrets, ", "));
    out += format("Published  {}\n", report.published.empty() ? "nothing" : join(report.published, ", "));
    if (!report.planned.empty()) out += format("Planned    {}\n", join(report.planned, ", "));
    out += format("Attacker   {}: {}\n", report.attacker, report.attacker_words);
    if (report.every_extent)
        out += "Facts      any that there could be\n";
    else
        out += format("Facts      {}\n", with_thousands(report.facts));
    out += format("\nValues: {}\n", counted(report.potential_tuples, "potential tuple", "potential tuples"));
    for (const ViewDomain& domain : report.domains) out += domain_line(domain);
    const auto count_line = [](const char* when, const std::string& count) {
        return count.empty() ? std::string()
                             : format("  {:<24} {}\n", when,
                                      count.size() <= 24 ? count : format("about 10^{}", count.size() - 1));
    };
    const std::string counts =
        count_line("at first", report.databases) + count_line("with what is published", report.databases_published) +
        (report.planned.empty() ? "" : count_line("with what is planned", report.databases_planned));
    if (!counts.empty()) out += "\nPossible databases\n" + counts;
    out += "\nGuarantees\n";
    for (const ViewGuarantee& some : report.guarantees) out += guarantee_lines(some);
    if (report.listed) {
        out += format("\nThe possible databases{}\n", report.list_complete ? "" : " (not all of them)");
        for (std::size_t i = 0; i < std::min(most_databases, report.possible.size()); ++i)
            out += format("  {}\n", set_of(report.possible[i]));
        if (report.possible.size() > most_databases)
            out += format("  … and {} more: the JSON report lists them\n",
                          with_thousands(report.possible.size() - most_databases));
    }
    if (!report.notes.empty()) out += "\n";
    for (const std::string& note : report.notes) out += note + "\n";
    return out;
}

}  // namespace scrim

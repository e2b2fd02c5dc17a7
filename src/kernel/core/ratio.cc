#include "kernel/core/ratio.h"

#include "kernel/core/number_text.h"

namespace scrim {
namespace {

// a/b <=> c/d for positive b, d by comparing continued fractions: no product is ever formed, so nothing overflows.
std::strong_ordering compare_fractions(Int128 a, Int128 b, Int128 c, Int128 d) {
    for (bool flipped = false;; flipped = !flipped) {
        const auto oriented = [flipped](std::strong_ordering order) { return flipped ? 0 <=> order : order; };
        // Floor division, also for negative numerators.
        const Int128 whole_a = a / b - (a % b < 0 ? 1 : 0);
        const Int128 whole_c = c / d - (c % d < 0 ? 1 : 0);
        if (whole_a != whole_c)
            return oriented(whole_a < whole_c ? std::strong_ordering::less : std::strong_ordering::greater);
        a -= whole_a * b;
        c -= whole_c * d;
        if (a == 0 || c == 0) {
            const auto rest = a == c   ? std::strong_ordering::equal
                              : a == 0 ? std::strong_ordering::less
                                       : std::strong_ordering::greater;
            return oriented(rest);
        }
        // a/b < c/d  <=>  b/a > d/c
        std::swap(a, b);
        std::swap(c, d);
    }
}

}  // namespace

std::strong_ordering Ratio::compare_wide(const Ratio& a, const Ratio& b) {
    if (a.infinite() || b.infinite()) return a.infinite() <=> b.infinite();
    return compare_fractions(a.numerator_, a.denominator_, b.numerator_, b.denominator_);
}

std::optional<Ratio> Ratio::parse(std::string_view text) {
    if (const auto slash = text.find('/'); slash != std::string_view::npos) {
        const auto numerator = parse_int128(text.substr(0, slash));
        const auto denominator = parse_int128(text.substr(slash + 1));
        if (!numerator || !denominator || *denominator <= 0) return std::nullopt;
        return Ratio(*numerator, *denominator).reduced();
    }
    const bool percent = !text.empty() && text.back() == '%';
    if (percent) text.remove_suffix(1);
    const auto decimal = parse_decimal(text);
    if (!decimal) return std::nullopt;
    const auto denominator = power_of_ten(decimal->scale + (percent ? 2 : 0));
    if (!denominator) return std::nullopt;
    return Ratio(decimal->units, *denominator).reduced();
}

Ratio Ratio::reduced() const {
    if (infinite()) return infinity();
    const Int128 divisor = greatest_common_divisor(numerator_, denominator_);
    return Ratio(numerator_ / divisor, denominator_ / divisor);
}

double Ratio::to_double() const {
    if (infinite()) return __builtin_inf();
    return static_cast<double>(static_cast<long double>(numerator_) / static_cast<long double>(denominator_));
}

std::string Ratio::to_string() const {
    if (infinite()) return "infinity";
    const Ratio r = reduced();
    if (r.denominator_ == 1) return scrim::to_string(r.numerator_);
    return scrim::to_string(r.numerator_) + "/" + scrim::to_string(r.denominator_);
}

}  // namespace scrim

#include "methods/statdb/stat_bound.h"

#include "kernel/core/number_text.h"
#include "kernel/core/text.h"

#include <cmath>

namespace scrim::statdb {
namespace {

// The fewest decimals that say it exactly, if any do.
std::optional<std::string> decimal_of(const Ratio& ratio) {
    for (int scale = 0; scale <= 38; ++scale) {
        const Int128 ten = *power_of_ten(scale);
        Int128 units;
        if (ten % ratio.denominator() != 0) continue;
        if (__builtin_mul_overflow(ratio.numerator(), ten / ratio.denominator(), &units)) return std::nullopt;
        return format_decimal(units, scale);
    }
    return std::nullopt;
}

// 1234567.5 as 1,234,567.5.
std::string with_thousands(const std::string& decimal) {
    const std::size_t first = decimal.starts_with('-') ? 1 : 0;
    std::string text = decimal;
    for (std::size_t at = std::min(decimal.find('.'), decimal.size()); at > first + 3; at -= 3)
        text.insert(at - 3, ",");
    return text;
}

StatBound bound(const Ratio& ratio, bool upper) {
    const Ratio reduced = ratio.reduced();
    StatBound made;
    made.exact = reduced.to_string();
    made.value = reduced.to_double();
    constexpr double whole = 9007199254740992;  // up to here every whole number is a double
    made.rounded = reduced.denominator() != 1 || made.value >= whole || made.value <= -whole;
    // The quotient of two rounded numbers may be off by more than one step.
    for (int step = 0; made.rounded && step < 2; ++step)
        made.value = std::nextafter(made.value, upper ? HUGE_VAL : -HUGE_VAL);
    if (const auto decimal = decimal_of(reduced)) {
        made.exact = *decimal;
        made.shown = with_thousands(*decimal);
        return made;
    }
    constexpr Int128 digits = 10'000;
    Int128 scaled;
    if (__builtin_mul_overflow(reduced.numerator(), digits, &scaled)) {
        made.shown = made.exact;
        return made;
    }
    Int128 cut = scaled / reduced.denominator();  // towards zero
    if (upper && reduced.numerator() > 0) ++cut;
    if (!upper && reduced.numerator() < 0) --cut;
    made.shown = with_thousands(format_decimal(cut, 4));
    return made;
}

}  // namespace

StatValue value_of(const Bounds& bounds) {
    StatValue value;
    if (bounds.lower) value.lower = bound(*bounds.lower, false);
    if (bounds.upper) value.upper = bound(*bounds.upper, true);
    value.may_be_none = bounds.may_be_none;
    return value;
}

StatValue value_of(const CountInterval& interval) {
    const auto ratio = [](std::uint64_t count) { return Ratio(static_cast<Int128>(count)); };
    return value_of(Bounds{ratio(interval.lower), ratio(interval.upper), false, false});
}

StatBound date_of(const Ratio& number, const Domain& domain) {
    const std::string label = domain.label(domain.lower_bound(number.numerator()));
    return {label, label, number.to_double(), false, false};
}

StatBound estimated(double end) {
    const std::string text = format("{:.1f}", end);
    return {text, text, end, true, false};
}

}  // namespace scrim::statdb

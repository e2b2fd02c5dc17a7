#include "methods/query/exact_sum.h"

namespace scrim::querying {
namespace {

// a/b + c/d; nothing when it does not fit.
std::optional<Ratio> sum_of(const Ratio& a, const Ratio& b) {
    const Int128 common = greatest_common_divisor(a.denominator(), b.denominator());
    Int128 left, right, top, bottom;
    if (__builtin_mul_overflow(a.numerator(), b.denominator() / common, &left) ||
        __builtin_mul_overflow(b.numerator(), a.denominator() / common, &right) ||
        __builtin_add_overflow(left, right, &top) ||
        __builtin_mul_overflow(a.denominator(), b.denominator() / common, &bottom))
        return std::nullopt;
    return Ratio(top, bottom).reduced();
}

// a/b in units of 2^-60, cut off; b is below 2^64.
std::optional<Int128> in_fixed_point(Int128 numerator, Int128 denominator) {
    constexpr Int128 unit = Int128{1} << 60;
    Int128 whole;
    if (__builtin_mul_overflow(numerator / denominator, unit, &whole)) return std::nullopt;
    return whole + numerator % denominator * unit / denominator;
}

}  // namespace

void ExactSum::add(Int128 numerator, Int128 denominator) {
    if (numerator == 0) return;
    const Int128 common = greatest_common_divisor(numerator, denominator);
    numerator /= common;
    denominator /= common;
    if (denominator > Int128{UINT64_MAX}) {
        // No sum of such fractions would be exact: 2^-63 is as near as anybody looks.
        const Int128 shift = denominator >> 63;
        numerator /= shift;
        denominator /= shift;
    }
    Int128& sum = by_denominator_[static_cast<std::uint64_t>(denominator)];
    if (__builtin_add_overflow(sum, numerator, &sum)) lose();
}

std::optional<ExactSum::Total> ExactSum::total() const {
    if (lost_) return std::nullopt;
    std::optional<Ratio> exact = Ratio(0);
    for (const auto& [denominator, numerator] : by_denominator_)
        if (exact) exact = sum_of(*exact, Ratio(numerator, static_cast<Int128>(denominator)));
    if (exact) return Total{exact->reduced(), false};
    Int128 fixed = 0;
    for (const auto& [denominator, numerator] : by_denominator_) {
        const auto part = in_fixed_point(numerator, static_cast<Int128>(denominator));
        if (!part || __builtin_add_overflow(fixed, *part, &fixed)) return std::nullopt;
    }
    return Total{Ratio(fixed, Int128{1} << 60).reduced(), true};
}

}  // namespace scrim::querying

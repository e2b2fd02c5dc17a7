#include "methods/verify/exact_moments.h"

#include <utility>

namespace scrim::verifier {
namespace {

// A whole number that remembers when it did not fit.
struct Whole {
    Int128 value = 0;
    bool fits = true;

    friend Whole operator+(Whole a, Whole b) {
        Whole sum{0, a.fits && b.fits};
        if (__builtin_add_overflow(a.value, b.value, &sum.value)) sum.fits = false;
        return sum;
    }
    friend Whole operator-(Whole a, Whole b) {
        Whole rest{0, a.fits && b.fits};
        if (__builtin_sub_overflow(a.value, b.value, &rest.value)) rest.fits = false;
        return rest;
    }
    friend Whole operator*(Whole a, Whole b) {
        Whole product{0, a.fits && b.fits};
        if (__builtin_mul_overflow(a.value, b.value, &product.value)) product.fits = false;
        return product;
    }
};

Whole ten_to_the(int exponent) {
    Whole power{1};
    while (exponent-- > 0) power = power * Whole{10};
    return power;
}

Int128 greatest_divisor(Int128 a, Int128 b) {
    while (b != 0) a = std::exchange(b, a % b);
    return a;
}

std::optional<Ratio> fraction(Whole above, Whole below) {
    if (!above.fits || !below.fits || below.value == 0) return std::nullopt;
    return Ratio(above.value, below.value).reduced();
}

}  // namespace

std::optional<Ratio> exact_mean(const Tuples& rows, std::size_t column) {
    const Domain& domain = rows.table[column].domain();
    if (!domain.is_numeric()) return std::nullopt;
    Whole sum, count;
    for (std::size_t t = 0; t < rows.size(); ++t) {
        const Code code = rows.table[column][t];
        if (domain.has_null() && code == domain.null_code()) continue;
        sum = sum + Whole{domain.units(code)} * Whole{rows.weights[t]};
        count = count + Whole{rows.weights[t]};
    }
    return fraction(sum, count * ten_to_the(domain.scale()));
}

std::optional<Ratio> exact_covariance(const Tuples& rows, std::size_t x, std::size_t y) {
    const Domain &of_x = rows.table[x].domain(), &of_y = rows.table[y].domain();
    if (!of_x.is_numeric() || !of_y.is_numeric()) return std::nullopt;
    Whole count, sum_x, sum_y, products;
    for (std::size_t t = 0; t < rows.size(); ++t) {
        const Code a = rows.table[x][t], b = rows.table[y][t];
        if (a >= of_x.values() || b >= of_y.values()) continue;
        const Whole weight{rows.weights[t]}, left{of_x.units(a)}, right{of_y.units(b)};
        count = count + weight;
        sum_x = sum_x + left * weight;
        sum_y = sum_y + right * weight;
        products = products + left * right * weight;
    }
    return fraction(count * products - sum_x * sum_y, count * count * ten_to_the(of_x.scale() + of_y.scale()));
}

std::optional<bool> within(const Ratio& a, const Ratio& factor, const Ratio& b, const Ratio& tolerance) {
    // a - f b, over the least common denominator: sums over the same records share most of theirs.
    const Whole b_above = Whole{factor.numerator()} * Whole{b.numerator()};
    const Whole b_below = Whole{factor.denominator()} * Whole{b.denominator()};
    if (!b_above.fits || !b_below.fits) return std::nullopt;
    const Int128 common = greatest_divisor(a.denominator(), b_below.value);
    const Whole a_times{b_below.value / common}, b_times{a.denominator() / common};
    const Whole above = Whole{a.numerator()} * a_times - b_above * b_times, below = Whole{a.denominator()} * a_times;
    if (!above.fits || !below.fits) return std::nullopt;
    return Ratio(above.value < 0 ? -above.value : above.value, below.value) <= tolerance;
}

}  // namespace scrim::verifier

#include "kernel/noise/discrete_gaussian.h"

#include "kernel/core/text.h"
#include "kernel/noise/precise.h"

#include <cmath>

namespace scrim::noise {
namespace {

constexpr Int128 most_variance = Int128{1} << 48;

// The greatest whole number whose square is at most a.
std::uint64_t root(Uint128 a) {
    auto guess = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(a)));
    while (Uint128{guess} * guess > a) --guess;
    while (Uint128{guess + 1} * (guess + 1) <= a) ++guess;
    return guess;
}

Error too_large(const Ratio& variance) {
    return input_error(format("noise of variance {} needs numbers that are too large", variance.to_string()));
}

}  // namespace

Result<DiscreteGaussian> DiscreteGaussian::make(const Ratio& rho, Int128 sensitivity) {
    const Ratio reduced = rho.reduced();
    if (reduced.infinite() || reduced.numerator() <= 0)
        return input_error(format("rho is a number > 0, not {}", rho.to_string()));
    if (sensitivity < 1 || sensitivity >= most_variance || reduced.denominator() >= most_variance ||
        reduced.numerator() >= most_variance)
        return input_error(format("noise for rho {} and a range of {} needs numbers that are too large",
                                  rho.to_string(), to_string(sensitivity)));
    // d^2 q / (2 p) for rho = p / q: the square has 80 bits, so that the product is looked at before it is made.
    const Int128 square = sensitivity * sensitivity;
    if (square > (Int128{1} << 120) / reduced.denominator())
        return input_error(format("noise for rho {} and a range of {} needs numbers that are too large",
                                  rho.to_string(), to_string(sensitivity)));
    return of_variance(Ratio(square * reduced.denominator(), 2 * reduced.numerator()));
}

Result<DiscreteGaussian> DiscreteGaussian::of_variance(const Ratio& asked) {
    const Ratio variance = asked.reduced();
    if (variance.infinite() || variance.numerator() <= 0)
        return input_error(format("a variance is a number > 0, not {}", asked.to_string()));
    const Int128 p = variance.numerator(), q = variance.denominator();
    if (p >= most_variance || q >= most_variance) return too_large(variance);
    const std::uint64_t scale = root(static_cast<Uint128>(p / q)) + 1;
    const Uint128 square = Uint128{scale} * scale;
    const auto product = static_cast<Uint128>(2 * p * q);
    if (product > (Uint128{1} << 100) / square) return too_large(variance);
    SCRIM_TRY(const DiscreteLaplace proposal, DiscreteLaplace::make(Ratio(1, static_cast<Int128>(scale)), 1));
    DiscreteGaussian made(variance, scale, proposal);
    made.exponent_denominator_ = product * square;
    made.farthest_ = (Int128{1} << 63) / (static_cast<Int128>(scale) * q) - 1;
    return made;
}

std::optional<Int128> DiscreteGaussian::attempt(Coins& coins) const {
    const auto proposed = proposal_.attempt(coins);
    if (!proposed) return std::nullopt;
    const Int128 size = *proposed < 0 ? -*proposed : *proposed;
    if (size > farthest_) return std::nullopt;  // one in e^32000, and none of those would be taken
    // A proposal y is taken with the chance exp(-(|y| - v/s)^2 / (2v)), where v = p/q is the variance and s the scale:
    // its exponent is (|y| s q - p)^2 / (2 p q s^2).
    const Int128 distance = size * static_cast<Int128>(scale_) * variance_.denominator() - variance_.numerator();
    if (!coins.exponential_heads(static_cast<Uint128>(distance * distance), exponent_denominator_)) return std::nullopt;
    return proposed;
}

Int128 DiscreteGaussian::draw(Coins& coins) const {
    while (true)
        if (const auto drawn = attempt(coins)) return *drawn;
}

Int128 DiscreteGaussian::within(const Ratio& confidence) const {
    // The least k whose tail bound holds, between powers of two.
    Int128 above = 1;
    while (!gaussian_within(variance_, above, confidence)) above *= 2;
    Int128 below = above / 2;  // does not hold, or is 0
    while (above - below > 1) {
        const Int128 middle = below + (above - below) / 2;
        (gaussian_within(variance_, middle, confidence) ? above : below) = middle;
    }
    return above;
}

}  // namespace scrim::noise

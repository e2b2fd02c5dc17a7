#include "kernel/noise/discrete_laplace.h"

#include "kernel/core/text.h"
#include "kernel/noise/precise.h"

#include <cmath>

namespace scrim::noise {
namespace {

constexpr Int128 most_rate = Int128{1} << 62;

}  // namespace

Result<DiscreteLaplace> DiscreteLaplace::make(const Ratio& epsilon, Int128 sensitivity) {
    const Ratio reduced = epsilon.reduced();
    if (reduced.infinite() || reduced.numerator() <= 0)
        return input_error(format("epsilon is a number > 0, not {}", epsilon.to_string()));
    if (sensitivity < 1 || sensitivity >= most_rate || reduced.denominator() >= most_rate)
        return input_error(format("noise for epsilon {} and a range of {} needs numbers that are too large",
                                  epsilon.to_string(), to_string(sensitivity)));
    const Int128 common = greatest_common_divisor(reduced.numerator(), sensitivity);
    const Int128 numerator = reduced.numerator() / common, range = sensitivity / common;
    if (numerator >= most_rate || reduced.denominator() > most_rate / range)
        return input_error(format("noise for epsilon {} and a range of {} needs numbers that are too large",
                                  epsilon.to_string(), to_string(sensitivity)));
    return DiscreteLaplace(static_cast<std::uint64_t>(numerator),
                           static_cast<std::uint64_t>(reduced.denominator() * range));
}

std::optional<Int128> DiscreteLaplace::attempt(Coins& coins) const {
    // A number below the denominator, each with a chance in proportion to exp(-low / denominator), and whole
    // denominators above it: together a geometric number in units of 1 / denominator, of which `numerator_` are one.
    const std::uint64_t low = coins.below(denominator_);
    if (!coins.exponential_heads(low, denominator_)) return std::nullopt;
    Uint128 high = 0;
    while (coins.exponential_heads(1, 1)) ++high;
    const auto size = static_cast<Int128>((high * denominator_ + low) / numerator_);
    const bool negative = coins.below(2) == 1;
    if (negative && size == 0) return std::nullopt;  // 0 has one sign only
    return negative ? -size : size;
}

Int128 DiscreteLaplace::draw(Coins& coins) const {
    while (true)
        if (const auto drawn = attempt(coins)) return *drawn;
}

Int128 DiscreteLaplace::within(const Ratio& confidence) const {
    // The chance of |x| > k is 2 a^(k+1) / (1 + a).
    const double a = std::exp(-rate().to_double());
    const double outside = 1 - confidence.to_double();
    double guess = std::ceil(std::log(outside * (1 + a) / 2) / -rate().to_double() - 1) - 2;
    if (!(guess > 0)) guess = 0;
    Int128 k = guess < 0x1p100 ? static_cast<Int128>(guess) : Int128{1} << 100;
    while (!laplace_within(rate(), k, confidence)) ++k;
    return k;
}

}  // namespace scrim::noise

#include "kernel/noise/coins.h"

#include <algorithm>

namespace scrim::noise {
namespace {

// numerator <= denominator. Canonne, Kamath, Steinke, "The discrete Gaussian for differential privacy" (NeurIPS 2020),
// algorithm 1: throw coins of chance g/1, g/2, g/3, … until one fails. The first k succeed with the chance g^k / k!, so
// that the number of successes is even with the chance 1 - g + g^2/2! - … = exp(-g).
bool small_exponent(Coins& coins, Uint128 numerator, Uint128 denominator) {
    std::uint64_t successes = 0;
    // 4,096 successes in a row, after which numbers would not fit, are one case in 4096!.
    while (coins.heads(numerator, denominator * (successes + 1))) ++successes;
    return successes % 2 == 0;
}

}  // namespace

bool Coins::exponential_heads(Uint128 numerator, Uint128 denominator) {
    // exp(-g) is exp(-1) for every whole part, one after the other, and exp of what is left.
    for (; numerator > denominator; numerator -= denominator)
        if (!small_exponent(*this, 1, 1)) return false;
    return numerator == 0 || small_exponent(*this, numerator, denominator);
}

std::size_t Coins::weighted(std::span<const Alike> candidates, Uint128 numerator, Uint128 denominator) {
    std::uint64_t all = 0;
    Uint128 least = ~Uint128{0};
    for (const Alike& some : candidates) {
        all += some.count;
        if (some.count > 0) least = std::min(least, some.loss);
    }
    while (true) {
        std::uint64_t place = below(all);
        std::size_t chosen = 0;
        while (place >= candidates[chosen].count) place -= candidates[chosen++].count;
        if (exponential_heads((candidates[chosen].loss - least) * numerator, denominator)) return chosen;
    }
}

bool RandomCoins::heads(Uint128 numerator, Uint128 denominator) {
    if (numerator == denominator) return true;
    // The next sixteen binary digits of the chance, and what is left of it after them.
    while (numerator != 0) {
        std::uint32_t digits;
        if (denominator >> 48 == 0) {
            const std::uint64_t shifted = static_cast<std::uint64_t>(numerator) << 16;
            const auto divisor = static_cast<std::uint64_t>(denominator);
            digits = static_cast<std::uint32_t>(shifted / divisor);
            numerator = shifted % divisor;
        } else {
            const Uint128 shifted = numerator << 16;
            digits = static_cast<std::uint32_t>(shifted / denominator);
            numerator = shifted % denominator;
        }
        const std::uint32_t drawn = sixteen_bits();
        if (drawn != digits) return drawn < digits;
    }
    return false;
}

std::uint64_t RandomCoins::below(std::uint64_t bound) {
    if (bound == 1) return 0;
    if (bound > 0x10000) return random_.below(bound);
    // As Random::below, of sixteen bits: the first 2^16 mod bound are dropped, so that the rest splits evenly.
    const auto small = static_cast<std::uint32_t>(bound);
    const std::uint32_t drop = 0x10000 % small;
    std::uint32_t drawn = sixteen_bits();
    while (drawn < drop) drawn = sixteen_bits();
    return drawn % small;
}

}  // namespace scrim::noise

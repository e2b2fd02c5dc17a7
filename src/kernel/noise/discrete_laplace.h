// Discrete Laplace noise (two-sided geometric): a whole number x with the chance (1 - a) / (1 + a) · a^|x|, where
// a = exp(-epsilon / sensitivity).
//
// Why it is differentially private: let f be a whole number that one person's data change by at most the sensitivity d.
// The chances of one output y, from f and from f' = f + c with |c| <= d, are as a^|y - f| to a^|y - f'|, and
// | |y - f| - |y - f'| | <= d, so that their ratio is at most a^-d = exp(epsilon). (Ghosh, Roughgarden, Sundararajan,
// "Universally utility-maximizing privacy mechanisms", STOC 2009.) The sampler is exact: Canonne, Kamath, Steinke
// (NeurIPS 2020), algorithm 2.
//
//   SCRIM_TRY(const DiscreteLaplace noise, DiscreteLaplace::make(Ratio(1, 10), 1));
//   const Int128 released = count + noise.draw(coins);
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/noise/coins.h"
#include "scrim/result.h"

#include <optional>

namespace scrim::noise {

class DiscreteLaplace {
public:
    // epsilon > 0; how much one person may change the number, at least 1. Both as fractions of 62-bit numbers.
    static Result<DiscreteLaplace> make(const Ratio& epsilon, Int128 sensitivity);

    Int128 draw(Coins& coins) const;
    // One try at it; nothing where another is needed.
    std::optional<Int128> attempt(Coins& coins) const;
    // The least k such that |x| <= k with at least this chance, 0 < confidence < 1.
    Int128 within(const Ratio& confidence) const;
    // epsilon / sensitivity, in lowest terms.
    Ratio rate() const { return {static_cast<Int128>(numerator_), static_cast<Int128>(denominator_)}; }

private:
    DiscreteLaplace(std::uint64_t numerator, std::uint64_t denominator)
        : numerator_(numerator), denominator_(denominator) {}

    std::uint64_t numerator_, denominator_;
};

}  // namespace scrim::noise

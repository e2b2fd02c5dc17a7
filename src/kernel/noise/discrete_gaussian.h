// Discrete Gaussian noise: a whole number x with a chance in proportion to exp(-x^2 / (2 variance)).
//
// A whole number that one person's data change by at most d is released with rho-zCDP, rho = d^2 / (2 variance), as the
// divergences of all orders of two such distributions, d apart, are those of the continuous Gaussian. (Canonne, Kamath,
// Steinke, "The discrete Gaussian for differential privacy", NeurIPS 2020, theorem 4; the exact sampler is its
// algorithm 3.) Not with pure epsilon.
//
//   SCRIM_TRY(const DiscreteGaussian noise, DiscreteGaussian::make(Ratio(1, 200), 1));   // rho, sensitivity
//   const Int128 released = count + noise.draw(coins);
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/noise/coins.h"
#include "kernel/noise/discrete_laplace.h"
#include "scrim/result.h"

namespace scrim::noise {

class DiscreteGaussian {
public:
    static Result<DiscreteGaussian> make(const Ratio& rho, Int128 sensitivity);
    // variance > 0, a fraction of numbers below 2^48.
    static Result<DiscreteGaussian> of_variance(const Ratio& variance);

    Int128 draw(Coins& coins) const;
    // One try at it; nothing where another is needed.
    std::optional<Int128> attempt(Coins& coins) const;
    // A k such that |x| <= k with at least this chance; no more than 2 above the least.
    Int128 within(const Ratio& confidence) const;
    const Ratio& variance() const { return variance_; }

private:
    DiscreteGaussian(const Ratio& variance, std::uint64_t scale, DiscreteLaplace proposal)
        : variance_(variance), scale_(scale), proposal_(proposal) {}

    Ratio variance_;
    std::uint64_t scale_;  // of the Laplace noise that is proposed: the standard deviation, rounded down, and 1
    DiscreteLaplace proposal_;
    Uint128 exponent_denominator_ = 1;
    Int128 farthest_ = 0;  // proposals beyond this would not fit
};

}  // namespace scrim::noise

// Bounds on chances that are no fractions, decided with directed rounding (MPFR). "False" where precision does not
// decide: what is promised with a confidence is then promised a little more broadly.
#pragma once

#include "kernel/core/big_ratio.h"
#include "kernel/core/int128.h"
#include "kernel/core/ratio.h"

namespace scrim::noise {

// Discrete Laplace noise of this rate is within ±k with at least this chance.
bool laplace_within(const Ratio& rate, Int128 k, const Ratio& confidence);
// Discrete Gaussian noise of this variance is: by its tail, which is below that of the continuous one moved by 1
// (Canonne, Kamath, Steinke 2020, proposition 25).
bool gaussian_within(const Ratio& variance, Int128 k, const Ratio& confidence);

// The least k, or little more, such that an exponential mechanism of this rate, among so many candidates of which one
// has no loss, chooses one with a loss of k or more with at most this chance: each has at most exp(-rate · k) of the
// weight of that one.
Int128 surely_below(std::uint64_t candidates, const Ratio& rate, const Ratio& chance);

// The epsilon of (epsilon, delta) that rho-zCDP implies, rounded up: rho + 2 sqrt(rho ln(1/delta)) (Bun, Steinke,
// "Concentrated differential privacy", TCC 2016, proposition 1.3).
Ratio epsilon_of_rho(const BigRatio& rho, const Ratio& delta);
// The most rho, rounded down, that implies (epsilon, delta).
Ratio rho_of_epsilon(const Ratio& epsilon, const Ratio& delta);

}  // namespace scrim::noise

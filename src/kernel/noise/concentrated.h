// From rho-zCDP to (epsilon, delta) and back, by the sharper of two known bounds.
//
// Any order alpha gives a bound that holds; which one is the sharpest is searched in floating point, and what it says
// is then decided with directed rounding.
//
//   const Ratio rho = most_rho(Ratio(1), Ratio(1, 1'000'000'000));     // spend at most this
//   implies(big(rho), Ratio(1), Ratio(1, 1'000'000'000));              // true
#pragma once

#include "kernel/core/big_ratio.h"
#include "kernel/core/ratio.h"

namespace scrim::noise {

// Is rho-zCDP (epsilon, delta)-differentially private? "False" where neither bound shows it. epsilon > 0, 0 < delta <
// 1.
bool implies(const BigRatio& rho, const Ratio& epsilon, const Ratio& delta);
// About the most rho that implies (epsilon, delta); it does.
Ratio most_rho(const Ratio& epsilon, const Ratio& delta);

// Does the divergence of order alpha > 1 show it? delta is at least exp((alpha - 1)(alpha rho - epsilon)) / (alpha - 1)
// · (1 - 1/alpha)^alpha (Canonne, Kamath, Steinke 2020, corollary 13), here rounded up. The functions above look for
// the right alpha.
bool order_implies(const BigRatio& rho, const Ratio& epsilon, const Ratio& delta, const Ratio& alpha);

}  // namespace scrim::noise

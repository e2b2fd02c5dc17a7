// BigRatio: an exact fraction of any size, for products of many counts. Slower than Ratio, which it becomes where 128
// bits hold it.
//
//   BigRatio odds = big(Ratio(1, 3));
//   for (…) odds *= BigRatio(natural(left), natural(all));
//   ratio_above(odds);   // exact, or the next multiple of 10^-18 above
#pragma once

#include "kernel/core/ratio.h"

#include <gmpxx.h>

namespace scrim {

using BigNatural = mpz_class;
using BigRatio = mpq_class;

BigNatural natural(Uint128 number);
// Of a finite ratio >= 0, in lowest terms.
BigRatio big(const Ratio& ratio);
// The ratio itself, >= 0, where 128 bits hold it; else rounded up to a multiple of 10^-18 where they hold that, and
// infinite beyond.
Ratio ratio_above(const BigRatio& ratio);

}  // namespace scrim

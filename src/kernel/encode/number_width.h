// How wide a domain of numbers is written where values have types.
#pragma once

#include "kernel/core/domain.h"

namespace scrim::encode {

// The narrowest exact type: 0 where integers of 64 bits hold the values, else 18 or 38 for decimals of so many digits.
inline int decimal_digits(const Domain& domain) {
    const auto fits = [&](Int128 limit) {
        return domain.values() == 0 || (domain.units(0) > -limit && domain.units(domain.values() - 1) < limit);
    };
    if (domain.scale() == 0 && fits(Int128{1} << 63)) return 0;
    return domain.scale() <= 18 && fits(1'000'000'000'000'000'000) ? 18 : 38;
}

}  // namespace scrim::encode

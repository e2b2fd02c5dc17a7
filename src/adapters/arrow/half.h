// Numbers of 16 bits, as floats, which hold all of them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace scrim::arrow {

inline float half_to_float(std::uint16_t bits) {
    const int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
    float value = exponent == 0x1f
                      ? (fraction ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity())
                  : exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                  : std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
    return bits & 0x8000 ? -value : value;
}

}  // namespace scrim::arrow

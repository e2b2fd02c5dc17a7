// 128-bit integers: wide enough that products of two 64-bit counts never overflow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scrim {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

std::string to_string(Int128 value);
// Decimal digits with an optional '-'; nothing when anything else is there or the number does not fit.
std::optional<Int128> parse_int128(std::string_view text);
// 10^exponent, nothing when it does not fit.
std::optional<Int128> power_of_ten(int exponent);

// Of any two numbers that are not both 0: positive.
Int128 greatest_common_divisor(Int128 a, Int128 b);

}  // namespace scrim

#include "kernel/core/int128.h"

#include <algorithm>

namespace scrim {

std::string to_string(Int128 value) {
    Uint128 rest = value < 0 ? -static_cast<Uint128>(value) : static_cast<Uint128>(value);
    std::string digits;
    do {
        digits += static_cast<char>('0' + static_cast<int>(rest % 10));
        rest /= 10;
    } while (rest != 0);
    if (value < 0) digits += '-';
    std::reverse(digits.begin(), digits.end());
    return digits;
}

std::optional<Int128> parse_int128(std::string_view text) {
    const bool negative = !text.empty() && text.front() == '-';
    if (negative) text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    Int128 value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        if (__builtin_mul_overflow(value, Int128{10}, &value) || __builtin_sub_overflow(value, Int128{c - '0'}, &value))
            return std::nullopt;
    }
    // Accumulated below zero, where there is room for one value more.
    if (negative) return value;
    Int128 positive = 0;
    if (__builtin_sub_overflow(Int128{0}, value, &positive)) return std::nullopt;
    return positive;
}

std::optional<Int128> power_of_ten(int exponent) {
    if (exponent < 0 || exponent > 38) return std::nullopt;
    Int128 power = 1;
    for (int i = 0; i < exponent; ++i) power *= 10;
    return power;
}

Int128 greatest_common_divisor(Int128 a, Int128 b) {
    if (a < 0) a = -a;
    while (b != 0) {
        const Int128 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

}  // namespace scrim

// WideInteger: an integer of up to 256 bits, as Arrow writes decimals down: lowest byte first, negative ones as two's
// complement. Just enough of arithmetic to make it narrower.
#pragma once

#include "kernel/core/int128.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace scrim::arrow {

class WideInteger {
public:
    // 4, 8, 16 or 32 bytes.
    explicit WideInteger(std::string_view bytes);

    // How many zeros its decimal digits end with, but no more than `most`. Zero has as many as are asked for.
    int zeros_at_end(int most) const;
    WideInteger divided_by_power_of_ten(int exponent) const;  // toward zero
    std::optional<Int128> narrow() const;

private:
    std::uint32_t divide_by_ten();  // the remainder

    std::uint64_t words_[4] = {};  // of its absolute value, lowest first
    bool negative_ = false;
};

}  // namespace scrim::arrow

#include "adapters/arrow/wide_integer.h"

#include <cstring>

namespace scrim::arrow {

WideInteger::WideInteger(std::string_view bytes) {
    negative_ = static_cast<signed char>(bytes.back()) < 0;
    if (negative_) std::memset(words_, 0xff, sizeof words_);
    std::memcpy(words_, bytes.data(), bytes.size());
    if (!negative_) return;
    bool carry = true;
    for (std::uint64_t& word : words_) {
        word = ~word + (carry ? 1 : 0);
        carry = carry && word == 0;
    }
}

std::uint32_t WideInteger::divide_by_ten() {
    Uint128 rest = 0;
    for (int w = 3; w >= 0; --w) {
        rest = rest << 64 | words_[w];
        words_[w] = static_cast<std::uint64_t>(rest / 10);
        rest %= 10;
    }
    return static_cast<std::uint32_t>(rest);
}

int WideInteger::zeros_at_end(int most) const {
    WideInteger left = *this;
    int zeros = 0;
    while (zeros < most && left.divide_by_ten() == 0) ++zeros;
    return zeros;
}

WideInteger WideInteger::divided_by_power_of_ten(int exponent) const {
    WideInteger left = *this;
    for (; exponent > 0; --exponent) left.divide_by_ten();
    return left;
}

std::optional<Int128> WideInteger::narrow() const {
    if (words_[3] != 0 || words_[2] != 0 || words_[1] >> 63) return std::nullopt;
    const auto value = static_cast<Int128>(Uint128{words_[1]} << 64 | words_[0]);
    return negative_ ? -value : value;
}

}  // namespace scrim::arrow

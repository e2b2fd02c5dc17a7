#include "engine/expansion.h"

#include <algorithm>

namespace scrim {

Expansion::Expansion(std::size_t tuples, std::span<const std::uint32_t> weights) : weights_(weights) {
    std::size_t filled = 0;  // rows of the last block
    for (std::size_t tuple = 0; tuple < tuples; ++tuple) {
        if (tuple == 0) starts_.push_back({0, 0});
        std::size_t used = 0;
        while (filled + weight_of(tuple) - used > block_rows) {
            used += block_rows - filled;
            filled = 0;
            starts_.push_back({tuple, used});
        }
        filled += weight_of(tuple) - used;
        rows_ += weight_of(tuple);
    }
}

Expansion::Cursor Expansion::block(std::size_t number) const {
    return Cursor(*this, starts_[number].tuple, starts_[number].used,
                  std::min(block_rows, rows_ - number * block_rows));
}

std::size_t Expansion::Cursor::take(std::span<std::uint32_t> places) {
    const std::size_t count = std::min(places.size(), left_);
    for (std::size_t taken = 0; taken < count;) {
        const std::size_t weight = rows_->weight_of(tuple_);
        const std::size_t same = std::min(count - taken, weight - used_);
        std::fill_n(places.begin() + static_cast<std::ptrdiff_t>(taken), same, static_cast<std::uint32_t>(tuple_));
        taken += same;
        used_ += same;
        if (used_ == weight) {
            ++tuple_;
            used_ = 0;
        }
    }
    left_ -= count;
    return count;
}

}  // namespace scrim

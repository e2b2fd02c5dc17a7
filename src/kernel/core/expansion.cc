#include "kernel/core/expansion.h"

#include <algorithm>

namespace scrim {

std::size_t Expansion::take(std::span<std::uint32_t> places) {
    std::size_t taken = 0;
    while (taken < places.size() && tuple_ < tuples_) {
        const std::size_t weight = weights_.empty() ? 1 : weights_[tuple_];
        const std::size_t same = std::min(places.size() - taken, weight - used_);
        std::fill_n(places.begin() + static_cast<std::ptrdiff_t>(taken), same, static_cast<std::uint32_t>(tuple_));
        taken += same;
        used_ += same;
        if (used_ == weight) {
            ++tuple_;
            used_ = 0;
        }
    }
    return taken;
}

}  // namespace scrim

// FreeRanks: which of the places 0, 1, … are still free; counts and finds those of a window in logarithmic time.
//
//   FreeRanks free(n);
//   if (const auto there = free.between(i + 1, i + 1 + w)) j = free.nth(free.below(i + 1) + random.below(there));
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrim::recode::perturb {

// A Fenwick tree over ones.
class FreeRanks {
public:
    explicit FreeRanks(std::size_t size) : tree_(size + 1) {
        for (std::size_t i = 1; i <= size; ++i) tree_[i] = static_cast<std::uint32_t>(i & (~i + 1));
    }
    std::size_t size() const { return tree_.size() - 1; }
    // Free places before `end`.
    std::uint32_t below(std::size_t end) const {
        std::uint32_t sum = 0;
        for (; end > 0; end &= end - 1) sum += tree_[end];
        return sum;
    }
    std::uint32_t between(std::size_t begin, std::size_t end) const { return below(end) - below(begin); }
    // The free place that `before` others precede.
    std::size_t nth(std::uint32_t before) const {
        std::size_t at = 0;
        for (std::size_t step = std::bit_floor(size()); step > 0; step /= 2)
            if (at + step <= size() && tree_[at + step] <= before) {
                at += step;
                before -= tree_[at];
            }
        return at;
    }
    void take(std::size_t place) {
        for (std::size_t i = place + 1; i < tree_.size(); i += i & (~i + 1)) --tree_[i];
    }

private:
    std::vector<std::uint32_t> tree_;
};

}  // namespace scrim::recode::perturb

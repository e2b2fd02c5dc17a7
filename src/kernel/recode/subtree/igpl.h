// IGPL: what a step gains per loss of anonymity (Fung, Wang, Yu, ICDE 2005): gain / (loss of anonymity + 1). The loss
// is by how much the smallest class shrinks, on average over the sets of columns that the step touches.
//
//   igpl(gain, sets_of_[attribute], classes_, candidate.smallest)
#pragma once

#include "kernel/recode/subtree/leaf_classes.h"
#include "kernel/recode/subtree/worth.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace scrim::recode::subtree {

// `classes` are those of each set of columns now, `smallest` the smallest of each that the step would make.
inline Gain igpl(const Gain& gain, std::span<const std::size_t> sets, std::span<const LeafClasses> classes,
                 std::span<const std::uint64_t> smallest) {
    double lost = 0;
    for (const std::size_t s : sets) {
        const std::uint64_t now = classes[s].smallest();
        lost += static_cast<double>(now - std::min(now, smallest[s]));
    }
    const double price = lost / static_cast<double>(sets.size()) + 1;
    return {gain.first / price, gain.second / price};
}

}  // namespace scrim::recode::subtree

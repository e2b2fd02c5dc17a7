// Splitting: a set of points into blocks of points that are near each other, as a k-d tree does.
//
// Each step cuts one attribute in two where that separates most; which attribute is partly a matter of chance, so that
// points parted by one seed stay together under another.
#pragma once

#include "kernel/recode/cluster/points.h"

#include <span>
#include <vector>

namespace scrim::recode::cluster {

using Blocks = std::vector<std::span<const std::uint32_t>>;

// Reorders the points of each region so that blocks of at most `most` points follow one another in it.
Blocks split(const Points& points, std::vector<std::vector<std::uint32_t>>& regions, std::size_t most,
             std::uint64_t seed);

// Cuts a set once, in two parts that are not empty; the first part's size, or 0 when all rows are equal. `scratch` is
// room for the work.
std::size_t cut(const Points& points, std::span<std::uint32_t> order, std::uint64_t seed,
                std::vector<std::uint32_t>& scratch);

}  // namespace scrim::recode::cluster

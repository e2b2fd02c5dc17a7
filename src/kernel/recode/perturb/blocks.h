// Blocks: a set of points cut into blocks of points that are near each other, as a k-d tree does.
//
// Each cut is at the median of one coordinate, one that spreads widely; which of these is a matter of chance, so that
// points parted by one seed stay together under another.
#pragma once

#include "kernel/recode/perturb/point_set.h"

#include <span>
#include <vector>

namespace scrim::recode::perturb {

// The points in blocks of at most `most`, and of more than (most - 1) / 2 where there is more than one.
std::vector<std::vector<std::uint32_t>> near_blocks(const PointSet& points, std::size_t most, std::uint64_t seed);

}  // namespace scrim::recode::perturb

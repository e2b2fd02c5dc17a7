// Equal groups: points near each other in groups of exactly k.
//
// The points are cut as a k-d tree does, at a multiple of k near the median of the coordinate that varies most, until a
// block is small enough for MDAV (mdav.h). Near-linear. Of equal points, those that come first in `members` stand
// first: give them in an order that chance made, and who shares a group with whom tells nothing but where points lie.
//
// When not to use it: where groups may differ in size, small_groups.h loses less.
#pragma once

#include "kernel/recode/perturb/point_set.h"

#include <span>

namespace scrim::recode::perturb {

// The size of `members` is a multiple of k.
PointGroups equal_groups(const PointSet& points, std::span<const std::uint32_t> members, std::uint32_t k);

}  // namespace scrim::recode::perturb

// Regions: the points that max_level allows in one class.
#pragma once

#include "kernel/recode/cluster/judge.h"

#include <vector>

namespace scrim::recode::cluster {

// The points of each region whose records can be released. Where a region's records do not hold even as one class, they
// are left out, as far as the problem's limit allows; beyond it, refuses and says what to relax.
Result<std::vector<std::vector<std::uint32_t>>> regions_that_hold(const Problem& problem, const Points& points,
                                                                  Judge& judge);

}  // namespace scrim::recode::cluster

// Optimal microaggregation of one column: Hansen, Mukherjee, IEEE TKDE 15(4), 2003.
//
// The best groups are runs of the sorted values of k to 2k - 1 each; a shortest path over the places between them finds
// the best runs, in time n k.
#pragma once

#include "kernel/recode/perturb/point_set.h"

namespace scrim::recode::perturb {

// Of points of one coordinate; 1 <= k <= points. No grouping with at least k points in each group loses less.
PointGroups univariate(const PointSet& points, std::uint32_t k);

}  // namespace scrim::recode::perturb

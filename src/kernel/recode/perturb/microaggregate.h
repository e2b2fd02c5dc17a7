// Microaggregation: groups of at least k points that lose as little as can be found, to be printed as their centroids.
//
// One coordinate: the optimum (univariate.h). More: MDAV (mdav.h), of the whole table where that takes seconds and of
// blocks otherwise, improved by grouping neighbors anew in rounds (exchange.h). It never loses more than the MDAV it
// starts from. Near-linear: blocks do not grow with the table.
//
// The same points give the same groups, on any number of threads: chance comes from fixed seeds. Nothing but the points
// is looked at.
//
//   SCRIM_TRY(const PointGroups groups, microaggregate(points, 5, {}, progress));
#pragma once

#include "kernel/recode/perturb/point_set.h"
#include "scrim/result.h"

namespace scrim::recode::perturb {

struct Effort {
    std::uint32_t rounds = 0;  // of exchanges; see rounds_by_default()
    // What MDAV of the whole table may cost, in distances of coordinates.
    double mdav_limit = 4e8;
};

// Fewer for large tables: about what takes seconds.
std::uint32_t rounds_by_default(std::size_t points);
// Every group has k points or more; 1 <= k <= points.
Result<PointGroups> microaggregate(const PointSet& points, std::uint32_t k, Effort effort, Progress& progress);

}  // namespace scrim::recode::perturb

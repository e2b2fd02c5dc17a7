// Small groups: groups of at least k points that lose as little as can be found when each is printed as its mean.
//
// Of one coordinate the optimum is found (univariate.h). Of more, MDAV (mdav.h), of the whole table where
// that takes seconds and of blocks of near points (blocks.h) otherwise, is improved in rounds in which neighboring
// groups are made anew (exchange.h). The result never loses more than the MDAV that it starts from. Near-linear, as
// blocks do not grow with the table.
//
// Groups of more than 200 points are left as MDAV made them.
//
// The same points give the same groups, on any number of threads: chance comes from fixed seeds. Nothing but the points
// is looked at.
//
//   SCRIM_TRY(const PointGroups groups, small_groups(points, 5, {.rounds = 24}, progress));
#pragma once

#include "kernel/recode/perturb/point_set.h"
#include "scrim/result.h"

namespace scrim::recode::perturb {

struct Effort {
    std::uint32_t rounds = 0;  // of exchanges; see rounds_by_default()
    // What MDAV of the whole table may cost, in distances of coordinates.
    double mdav_limit = 4e8;
};

// Fewer for large tables and groups.
std::uint32_t rounds_by_default(std::size_t points, std::size_t k);
// Every group has k points or more; 1 <= k <= points.
Result<PointGroups> small_groups(const PointSet& points, std::uint32_t k, Effort effort, Progress& progress);

}  // namespace scrim::recode::perturb

// MDAV: groups of k points, made around the points that are farthest from the middle.
//
// Maximum distance to average vector: Domingo-Ferrer, Mateo-Sanz, IEEE TKDE 14(1), 2002, as Domingo-Ferrer and Torra
// (Data Mining and Knowledge Discovery 11(2), 2005) give it for any k. Each step finds the point r that is farthest
// from the mean of those left, and the point s farthest from r; each makes a group with the k - 1 points nearest to it.
// Fewer than 2k points that are left are the last group. Takes time in n^2 / k; see small_groups.h for large tables.
// Of points equally far, the one that comes first is taken.
#pragma once

#include "kernel/recode/perturb/point_set.h"

#include <span>

namespace scrim::recode::perturb {

// Every group has k to 2k - 1 points; 1 <= k, and as many points or more, or none.
PointGroups mdav(const PointSet& points, std::uint32_t k);
// Of some of the points.
PointGroups mdav(const PointSet& points, std::span<const std::uint32_t> members, std::uint32_t k);

}  // namespace scrim::recode::perturb

// r-gather: clusters of at least r points whose largest radius is small.
//
// Aggarwal, Feder, Kenthapadi, Khuller, Panigrahy, Thomas, Zhu: Achieving anonymity via clustering, PODS 2006. Centers
// are points. With share_out = 0 every point is in a cluster and the largest radius is at most twice the least that
// clusters of r points or more can have: for the shortest distance T for which it works, centers more than T apart are
// chosen and each is given r points within T, by a flow. Otherwise at most that share of the points is left out
// ((r, epsilon)-gather), and the largest radius is at most four times the least. In the end each cluster's center moves
// to its point from which the farthest is nearest, so that no radius grows.
//
// All distances are measured: time and room in n^2. More than `most_gathered` points are cut into blocks (blocks.h),
// each gathered by itself, and the factors hold within each block.
//
//   SCRIM_TRY(const Gathering clusters, r_gather(points, 10, Ratio(0), progress));
//   clusters.radius[0];  // the largest distance of a point of the first cluster from its center
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/recode/perturb/point_set.h"
#include "scrim/result.h"

#include <vector>

namespace scrim::recode::perturb {

constexpr std::uint32_t most_gathered = 1024;

struct Gathering {
    PointGroups clusters;                // of at least r points
    std::vector<std::uint32_t> centers;  // by cluster: one of its points
    std::vector<double> radius;          // by cluster
};

// 1 <= r <= points; 0 <= share_out < 1.
Result<Gathering> r_gather(const PointSet& points, std::uint32_t r, const Ratio& share_out, Progress& progress);

}  // namespace scrim::recode::perturb

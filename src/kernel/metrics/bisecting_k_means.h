// Bisecting k-means: the cluster of the largest error is divided in two, until there are k; then every point goes to
// the nearest center, again and again. Nothing is left to chance: a division starts at the point farthest from the
// cluster's center and the one farthest from that.
//
// M. Steinbach, G. Karypis, V. Kumar, A Comparison of Document Clustering Techniques, KDD workshop on text mining 2000.
//
//   const Clusters clusters = bisecting_k_means(points, space.coordinates(), 5);
//   clusters.of[i];                             // of point i
//   nearest(clusters.centers, another_point);
#pragma once

#include "kernel/metrics/value_space.h"

namespace scrim::metrics {

struct Center {
    std::vector<double> at;
    double square = 0;  // of its distance from the origin
};
struct Clusters {
    std::vector<Center> centers;    // k, or as many as there are different points
    std::vector<std::uint32_t> of;  // by point
};

Clusters bisecting_k_means(std::span<const SpacePoint> points, std::uint32_t coordinates, std::size_t k);
std::uint32_t nearest(std::span<const Center> centers, const SpacePoint& point);
// The sum of the squared distances of all points from the centers of their clusters.
double error_of(std::span<const SpacePoint> points, const Clusters& clusters);

// How well one clustering finds another, from 0 to 1: the mean over the records of the first's clusters of the best F =
// 2 precision recall / (precision + recall) that a cluster of the second has. `together[i][j]`: records in i of the
// first and j of the second.
//
// B. C. M. Fung, K. Wang, L. Wang, P. C. K. Hung, Privacy-Preserving Data Publishing for Cluster Analysis, DKE 2009.
// Worked: clusters of 6 and 4 are found as 5 of the 6, and the sixth with the 4: 0.6 · 10/11 + 0.4 · 8/9 = 0.901.
double f_measure(const std::vector<std::vector<double>>& together);
// Of two clusterings of the same points.
double f_measure(std::span<const SpacePoint> points, std::span<const std::uint32_t> first,
                 std::span<const std::uint32_t> second);

}  // namespace scrim::metrics

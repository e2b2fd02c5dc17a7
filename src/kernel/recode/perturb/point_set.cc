#include "kernel/recode/perturb/point_set.h"

#include <cmath>
#include <numeric>

namespace scrim::recode::perturb {

std::vector<double> centroid(const PointSet& points, std::span<const std::uint32_t> members) {
    std::vector<double> mean(points.dimensions(), 0.0);
    for (const std::uint32_t member : members)
        for (std::size_t d = 0; d < mean.size(); ++d) mean[d] += points[member][d];
    for (double& sum : mean) sum /= static_cast<double>(members.size());
    return mean;
}

double loss(const PointSet& points, std::span<const std::uint32_t> members) {
    const std::vector<double> center = centroid(points, members);
    double sum = 0;
    for (const std::uint32_t member : members)
        sum += squared_distance(points[member], center.data(), points.dimensions());
    return sum;
}

double loss(const PointSet& points, const PointGroups& groups) {
    double sum = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) sum += loss(points, groups[g]);
    return sum;
}

double total(const PointSet& points) {
    std::vector<std::uint32_t> all(points.size());
    std::iota(all.begin(), all.end(), 0u);
    return all.empty() ? 0 : loss(points, all);
}

void standardize(PointSet& points) {
    const double records = points.size();
    for (std::size_t d = 0; d < points.dimensions(); ++d) {
        double mean = 0, square = 0;
        for (std::uint32_t p = 0; p < points.size(); ++p) mean += points[p][d] / records;
        for (std::uint32_t p = 0; p < points.size(); ++p) square += (points[p][d] - mean) * (points[p][d] - mean);
        const double scale = square > 0 ? std::sqrt((records - 1) / square) : 0;
        for (std::uint32_t p = 0; p < points.size(); ++p) points[p][d] = (points[p][d] - mean) * scale;
    }
}

}  // namespace scrim::recode::perturb

#include "kernel/recode/perturb/condensation.h"

#include "kernel/recode/perturb/eigen.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrim::recode::perturb {
namespace {

// Uniform in (-1, 1), of mean 0.
double uniform(Random& random) {
    constexpr double steps = 1ull << 53;
    return (2 * static_cast<double>(random.below(1ull << 53)) + 1) / steps - 1;
}

Eigen eigen_of(const Condensation::Moments& group, std::size_t dimensions) {
    std::vector<double> covariance = group.scatter;
    for (double& entry : covariance) entry /= group.records;
    return eigen(std::move(covariance), dimensions);
}

}  // namespace

void Condensation::add_group(const PointSet& points, std::span<const std::uint32_t> members) {
    Moments group{static_cast<std::uint32_t>(members.size()), centroid(points, members),
                  std::vector<double>(dimensions_ * dimensions_, 0.0)};
    for (const std::uint32_t member : members)
        for (std::size_t a = 0; a < dimensions_; ++a)
            for (std::size_t b = 0; b < dimensions_; ++b)
                group.scatter[a * dimensions_ + b] +=
                    (points[member][a] - group.mean[a]) * (points[member][b] - group.mean[b]);
    groups_.push_back(std::move(group));
}

std::size_t Condensation::nearest(std::span<const double> point) const {
    std::size_t found = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const double apart = squared_distance(groups_[g].mean.data(), point.data(), dimensions_);
        if (apart < least) least = apart, found = g;
    }
    return found;
}

void Condensation::add(std::span<const double> point) {
    const std::size_t found = nearest(point);
    Moments& group = groups_[found];
    const double before = group.records++, after = group.records;
    for (std::size_t a = 0; a < dimensions_; ++a)
        for (std::size_t b = 0; b < dimensions_; ++b)
            group.scatter[a * dimensions_ + b] +=
                (point[a] - group.mean[a]) * (point[b] - group.mean[b]) * before / after;
    for (std::size_t a = 0; a < dimensions_; ++a) group.mean[a] += (point[a] - group.mean[a]) / after;
    if (group.records >= 2 * r_) split(found);
}

// Uniform along the first eigenvector, of variance v: each half has the variance v / 4 and a mean at sqrt(3 v) / 2 from
// the middle. Together the halves have the moments of the whole.
void Condensation::split(std::size_t group) {
    const Eigen axes = eigen_of(groups_[group], dimensions_);
    const double variance = std::max(0.0, axes.values.front()), step = std::sqrt(3 * variance) / 2;
    Moments half = groups_[group];
    half.records /= 2;
    const double share = static_cast<double>(half.records) / groups_[group].records;
    for (double& entry : half.scatter) entry *= share;
    for (std::size_t a = 0; a < dimensions_; ++a)
        for (std::size_t b = 0; b < dimensions_; ++b)
            half.scatter[a * dimensions_ + b] -= 0.75 * variance * half.records * axes.vectors[a] * axes.vectors[b];
    Moments other = half;
    for (std::size_t a = 0; a < dimensions_; ++a) {
        half.mean[a] -= step * axes.vectors[a];
        other.mean[a] += step * axes.vectors[a];
    }
    groups_[group] = std::move(half);
    groups_.push_back(std::move(other));
}

PointSet Condensation::draw(std::size_t group, Random& random) const {
    const Moments& moments = groups_[group];
    const Eigen axes = eigen_of(moments, dimensions_);
    const double records = moments.records;
    // The mean of the draws is taken away from them, and with it this share of their variance.
    const double widened = records > 1 ? std::sqrt(records / (records - 1)) : 0;
    PointSet drawn(dimensions_);
    drawn.reserve(moments.records);
    std::vector<double> record(dimensions_), sums(dimensions_, 0.0);
    for (std::uint32_t i = 0; i < moments.records; ++i) {
        std::fill(record.begin(), record.end(), 0.0);
        for (std::size_t axis = 0; axis < dimensions_; ++axis) {
            const double along = widened * uniform(random) * std::sqrt(3 * std::max(0.0, axes.values[axis]));
            for (std::size_t d = 0; d < dimensions_; ++d) record[d] += along * axes.vectors[axis * dimensions_ + d];
        }
        for (std::size_t d = 0; d < dimensions_; ++d) sums[d] += record[d];
        drawn.add(record);
    }
    for (std::uint32_t i = 0; i < moments.records; ++i)
        for (std::size_t d = 0; d < dimensions_; ++d) drawn[i][d] += moments.mean[d] - sums[d] / records;
    return drawn;
}

}  // namespace scrim::recode::perturb

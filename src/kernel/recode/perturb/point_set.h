// PointSet: records as points of a Euclidean space, and groupings of them.
//
// The coordinates of point i are dimensions() numbers in a row. What they mean is the maker's business; see
// standardize() for columns in units of their standard deviation, and embedding.h for categories.
//
//   PointSet points(2);
//   points.add(std::array{0.5, 1.0});
//   const Groups<std::uint32_t> groups = mdav(points, 3);
//   loss(points, groups) / total(points);  // the information lost, between 0 and 1
#pragma once

#include "kernel/core/groups.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrim::recode::perturb {

using PointGroups = Groups<std::uint32_t>;  // of points

class PointSet {
public:
    explicit PointSet(std::size_t dimensions) : dimensions_(dimensions) {}
    PointSet(std::size_t dimensions, std::vector<double> coordinates)
        : dimensions_(dimensions), coordinates_(std::move(coordinates)) {}

    void reserve(std::size_t points) { coordinates_.reserve(points * dimensions_); }
    void add(std::span<const double> point) { coordinates_.insert(coordinates_.end(), point.begin(), point.end()); }

    std::size_t dimensions() const { return dimensions_; }
    std::uint32_t size() const {
        return dimensions_ == 0 ? 0 : static_cast<std::uint32_t>(coordinates_.size() / dimensions_);
    }
    const double* operator[](std::size_t point) const { return &coordinates_[point * dimensions_]; }
    double* operator[](std::size_t point) { return &coordinates_[point * dimensions_]; }

private:
    std::size_t dimensions_;
    std::vector<double> coordinates_;
};

// The square of the distance of two points.
inline double squared_distance(const double* a, const double* b, std::size_t dimensions) {
    double sum = 0;
    for (std::size_t d = 0; d < dimensions; ++d) sum += (a[d] - b[d]) * (a[d] - b[d]);
    return sum;
}

// The mean of some points; of at least one.
std::vector<double> centroid(const PointSet& points, std::span<const std::uint32_t> members);
// Sum of the squared distances of some points from their centroid.
double loss(const PointSet& points, std::span<const std::uint32_t> members);
// The same within all groups (SSE), and of all points as one group (SST). Both add in a fixed order, so that equal
// groupings have equal losses.
double loss(const PointSet& points, const PointGroups& groups);
double total(const PointSet& points);

// Subtracts each column's mean and divides by its standard deviation (of n - 1); a constant column becomes zeros.
void standardize(PointSet& points);

}  // namespace scrim::recode::perturb

// Condensation: groups of records of which only the first two moments are kept, and records drawn from those.
//
// Aggarwal, Yu: A condensation approach to privacy preserving data mining, EDBT 2004; On static and dynamic methods for
// condensation-based privacy-preserving data mining, ACM TODS 33(1), 2008. A record is drawn uniformly along each
// eigenvector of its group's covariance, with the eigenvalue as variance. Records may also arrive one by one: each
// joins the group whose mean is nearest, and a group of 2r is split in two of r along its first eigenvector, from its
// moments alone, so that no record has to be kept.
//
//   Condensation groups(3, 10);                    // of at least 10 records with 3 numbers each
//   groups.add_group(points, members);
//   groups.add(arrival);
//   const PointSet drawn = groups.draw(0, random);  // as many records as group 0 condenses
#pragma once

#include "kernel/core/random.h"
#include "kernel/recode/perturb/point_set.h"

#include <span>
#include <utility>
#include <vector>

namespace scrim::recode::perturb {

class Condensation {
public:
    // What is kept of a group.
    struct Moments {
        std::uint32_t records = 0;
        std::vector<double> mean;
        std::vector<double> scatter;  // sums of products of deviations from the mean: covariance times records
    };

    // `r` is at least 1.
    Condensation(std::size_t dimensions, std::uint32_t r) : dimensions_(dimensions), r_(r) {}

    // A group of at least r records.
    void add_group(const PointSet& points, std::span<const std::uint32_t> members);
    void add_group(Moments group) { groups_.push_back(std::move(group)); }
    // One record that arrives later; there is a group already.
    void add(std::span<const double> point);

    const std::vector<Moments>& groups() const { return groups_; }
    // Records in the place of a group's, with exactly its mean, and in expectation its covariance.
    PointSet draw(std::size_t group, Random& random) const;

private:
    std::size_t nearest(std::span<const double> point) const;
    void split(std::size_t group);

    std::size_t dimensions_;
    std::uint32_t r_;
    std::vector<Moments> groups_;
};

}  // namespace scrim::recode::perturb

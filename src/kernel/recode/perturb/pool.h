// Pool: the points of a few neighboring groups, to be grouped anew so that they lose less.
//
// Works on the distances of its points alone: a group of n points loses the sum of the squared distances of its pairs
// divided by n, and what a move or an exchange changes follows from each point's sum of distances to each group. Shaw's
// large neighborhood search (CP 1998) with groups for routes: groups are taken apart, built again around points that
// are far from each other, and then points are moved and exchanged as long as that helps.
#pragma once

#include "kernel/core/random.h"
#include "kernel/recode/perturb/point_set.h"

#include <vector>

namespace scrim::recode::perturb {

class Pool {
public:
    // Groups of at least k points, from `dimensions` coordinates.
    Pool(std::uint32_t k, std::size_t dimensions) : k_(k), dimensions_(dimensions) {}

    void clear();
    // A group, by the coordinates of its points.
    void add(const std::vector<const double*>& group);

    // Moves and exchanges points between the groups while that helps. True when it did.
    bool settle();
    // Takes the groups apart and builds others, some times, by chance. True when some lose less.
    bool rebuild(int trials, SeededRandom& random);

    std::uint32_t groups() const { return best_.groups; }
    // The groups, as numbers in the order in which points were added.
    const std::vector<std::uint32_t>& group_of() const { return best_.group_of; }

private:
    struct State {
        std::uint32_t groups = 0;
        std::vector<std::uint32_t> group_of;  // by point
        std::vector<std::uint32_t> size;      // by group
        std::vector<double> pairs;            // by group: sum of the squared distances of its pairs
    };

    std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }
    const double* distances(std::uint32_t from) const { return &distances_[std::size_t{from} * rows_.size()]; }
    double* to(std::uint32_t group) { return &to_[std::size_t{group} * rows_.size()]; }
    void measure();
    void start(State& state, std::uint32_t groups);
    void put(State& state, std::uint32_t point, std::uint32_t group);
    void take(State& state, std::uint32_t point);
    void sum_up(State& state);
    void build(State& state, std::uint32_t groups, SeededRandom& random);
    std::uint32_t farthest(const State& state);
    std::uint32_t cheapest(const State& state, std::uint32_t point);
    bool descend(State& state);
    bool improve(State& state, std::uint32_t point, std::uint32_t looked);
    static double cost(const State& state);

    std::uint32_t k_;
    std::size_t dimensions_;
    std::vector<const double*> rows_;
    State best_, trial_;
    bool measured_ = false;
    double least_gain_ = 0;          // what is smaller may be a rounding error
    std::vector<double> distances_;  // of all pairs, squared
    std::vector<double> to_all_;     // by point: sum of its squared distances
    std::vector<double> to_;         // by group and point: sum of the point's squared distances to the group's
    std::vector<std::uint32_t> left_;
    // Of descend(), which counts its steps: when each group last changed, and when each point was last looked at.
    std::vector<std::uint32_t> changed_, looked_;
    std::vector<std::vector<std::uint32_t>> members_;  // by group
};

}  // namespace scrim::recode::perturb

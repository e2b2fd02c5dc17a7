// Greedy groups: what the two algorithms of Xu and others share: groups of shares with their boxes, merged where that
// loses least and cut in two between two records that are far apart.
//
// Xu, Wang, Pei, Wang, Shi, Fu, Utility-Based Anonymization Using Local Recoding, KDD 2006.
#pragma once

#include "kernel/core/random.h"
#include "kernel/recode/cluster/judge.h"

#include <utility>
#include <vector>

namespace scrim::recode::cluster {

struct Group {
    Class shares;
    std::vector<Place> lo, hi;  // its box
    std::uint64_t size = 0;     // records
    bool holds = false;
};

class Greedy {
public:
    // All of them outlive it. Chance chooses where cuts begin; it protects nobody.
    Greedy(const Points& points, Judge& judge, Random& random) : points_(points), judge_(judge), random_(random) {}

    const Points& points() const { return points_; }
    Judge& judge() { return judge_; }

    // A group of these shares, judged.
    Group make(Class shares);
    Group united(const Group& a, const Group& b);
    // What all records of the group lose together.
    std::uint64_t penalty(const Group& group) const {
        return group.size * points_.cost().of(group.lo.data(), group.hi.data());
    }
    // The same of both together.
    std::uint64_t penalty(const Group& a, const Group& b);
    // In two, between two shares that are far apart: the others go where the box grows less. Both may fail. Two shares
    // or more.
    std::pair<Group, Group> cut(const Group& group);

private:
    const Place* row(const Share& share) const { return points_.row(points_.point_of(share.atom)); }
    std::size_t farthest(const Group& group, std::size_t from) const;

    const Points& points_;
    Judge& judge_;
    Random& random_;
    std::vector<Place> lo_, hi_;
};

}  // namespace scrim::recode::cluster

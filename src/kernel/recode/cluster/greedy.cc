#include "kernel/recode/cluster/greedy.h"

namespace scrim::recode::cluster {

Group Greedy::make(Class shares) {
    Group group{std::move(shares), {}, {}, 0, false};
    const Place* first = row(group.shares.front());
    group.lo.assign(first, first + points_.cost().stride());
    group.hi = group.lo;
    for (const Share& share : group.shares) {
        points_.cost().widen(group.lo.data(), group.hi.data(), row(share));
        group.size += share.records;
    }
    group.holds = judge_.holds(group.shares, group.size, points_.first_tuples());
    return group;
}

Group Greedy::united(const Group& a, const Group& b) {
    Class shares = a.shares;
    shares.insert(shares.end(), b.shares.begin(), b.shares.end());
    return make(std::move(shares));
}

std::uint64_t Greedy::penalty(const Group& a, const Group& b) {
    lo_ = a.lo;
    hi_ = a.hi;
    points_.cost().widen(lo_.data(), hi_.data(), b.lo.data());
    points_.cost().widen(lo_.data(), hi_.data(), b.hi.data());
    return (a.size + b.size) * points_.cost().of(lo_.data(), hi_.data());
}

std::size_t Greedy::farthest(const Group& group, std::size_t from) const {
    std::size_t best = from == 0 ? 1 : 0;
    Cost most = 0;
    for (std::size_t s = 0; s < group.shares.size(); ++s) {
        const Cost cost = points_.cost().between(row(group.shares[from]), row(group.shares[s]));
        if (s != from && cost > most) {
            most = cost;
            best = s;
        }
    }
    return best;
}

std::pair<Group, Group> Greedy::cut(const Group& group) {
    constexpr int looks = 6;  // as in the paper: then the pair is hardly farther apart
    std::size_t u = random_.below(group.shares.size()), v = farthest(group, u);
    for (int look = 1; look < looks; ++look) u = std::exchange(v, farthest(group, v));
    std::vector<std::size_t> order;
    for (std::size_t s = 0; s < group.shares.size(); ++s)
        if (s != u && s != v) order.push_back(s);
    random_.shuffle(std::span(order));
    const HullCost& cost = points_.cost();
    const std::size_t stride = cost.stride();
    Class sides[2] = {{group.shares[u]}, {group.shares[v]}};
    std::vector<Place> lo[2], hi[2];
    for (int side = 0; side < 2; ++side) {
        lo[side].assign(row(sides[side][0]), row(sides[side][0]) + stride);
        hi[side] = lo[side];
    }
    for (const std::size_t s : order) {
        const Place* place = row(group.shares[s]);
        const bool side = cost.with(lo[1].data(), hi[1].data(), place) < cost.with(lo[0].data(), hi[0].data(), place);
        cost.widen(lo[side].data(), hi[side].data(), place);
        sides[side].push_back(group.shares[s]);
    }
    return {make(std::move(sides[0])), make(std::move(sides[1]))};
}

}  // namespace scrim::recode::cluster

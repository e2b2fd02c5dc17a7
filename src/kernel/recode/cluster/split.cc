#include "kernel/recode/cluster/split.h"

#include "kernel/core/parallel.h"
#include "kernel/core/random.h"

#include <algorithm>
#include <array>

namespace scrim::recode::cluster {
namespace {

// Lanes by how much pairs of points differ in them, times a chance factor of 1 to 8; most first.
std::vector<std::uint32_t> lanes_by_spread(const Points& points, std::span<const std::uint32_t> order,
                                           SeededRandom& random) {
    const HullCost& cost = points.cost();
    std::vector<std::uint64_t> spread(cost.stride(), 0);
    for (int pair = 0; pair < 24; ++pair) {
        const Place* x = points.row(order[random.below(order.size())]);
        const Place* y = points.row(order[random.below(order.size())]);
        for (std::size_t a = 0; a < cost.stride(); ++a)
            spread[a] += cost.lane(a, std::min(x[a], y[a]), std::max(x[a], y[a]));
    }
    std::vector<std::uint32_t> lanes(cost.stride());
    for (std::uint32_t a = 0; a < lanes.size(); ++a) {
        lanes[a] = a;
        spread[a] = (spread[a] + 1) * (16 + random.below(112));
    }
    std::stable_sort(lanes.begin(), lanes.end(), [&](auto a, auto b) { return spread[a] > spread[b]; });
    return lanes;
}

// The place of a lane at which the second part begins: one of its middle values. 0 when all are equal.
Place middle_of(const Points& points, std::span<const std::uint32_t> order, std::uint32_t a,
                std::vector<std::uint32_t>& places) {
    places.clear();
    for (const std::uint32_t point : order) places.push_back(static_cast<std::uint32_t>(points.row(point)[a]));
    const auto middle = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
    std::nth_element(places.begin(), middle, places.end());
    const std::uint32_t median = *middle;
    std::size_t below = 0, equal = 0;
    std::uint32_t next = UINT32_MAX;
    for (const std::uint32_t place : places) {
        below += place < median;
        equal += place == median;
        if (place > median) next = std::min(next, place);
    }
    const std::size_t above = places.size() - below - equal;
    return static_cast<Place>(below >= above ? (below > 0 ? median : 0) : next);
}

// The same of categories: where many of them part, high up in the hierarchy.
Place parting_of(const Points& points, std::span<const std::uint32_t> order, std::uint32_t a,
                 std::vector<std::uint32_t>& counts) {
    counts.clear();
    for (const std::uint32_t point : order) {
        const auto place = static_cast<std::size_t>(points.row(point)[a]);
        if (place >= counts.size()) counts.resize(place + 1, 0);
        ++counts[place];
    }
    std::uint64_t best = 0, below = 0;
    Place cut_at = 0, last = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) continue;
        const auto place = static_cast<Place>(i);
        if (below > 0) {
            const std::uint64_t smaller = std::min<std::uint64_t>(below, order.size() - below);
            const std::uint64_t score = smaller * points.cost().lane(a, last, place);
            if (score > best) {
                best = score;
                cut_at = place;
            }
        }
        below += counts[i];
        last = place;
    }
    return cut_at;
}

std::uint64_t child_seed(std::uint64_t seed, std::uint64_t child) { return SeededRandom(seed * 2 + child).next(); }

void split_all(const Points& points, std::span<std::uint32_t> order, std::size_t most, std::uint64_t seed,
               std::vector<std::uint32_t>& scratch, Blocks& blocks) {
    if (order.size() <= most) {
        blocks.push_back(order);
        return;
    }
    std::size_t middle = cut(points, order, seed, scratch);
    if (middle == 0) middle = most;
    split_all(points, order.first(middle), most, child_seed(seed, 0), scratch, blocks);
    split_all(points, order.subspan(middle), most, child_seed(seed, 1), scratch, blocks);
}

}  // namespace

std::size_t cut(const Points& points, std::span<std::uint32_t> order, std::uint64_t seed,
                std::vector<std::uint32_t>& scratch) {
    SeededRandom random(seed);
    for (const std::uint32_t lane : lanes_by_spread(points, order, random)) {
        const Place place = points.cost().is_linear(lane) ? middle_of(points, order, lane, scratch)
                                                          : parting_of(points, order, lane, scratch);
        if (place == 0) continue;
        const auto middle = std::partition(order.begin(), order.end(),
                                           [&](std::uint32_t point) { return points.row(point)[lane] < place; });
        return static_cast<std::size_t>(middle - order.begin());
    }
    return 0;
}

Blocks split(const Points& points, std::vector<std::vector<std::uint32_t>>& regions, std::size_t most,
             std::uint64_t seed) {
    // The upper part of each tree one cut after the other, then all branches side by side.
    struct Branch {
        std::span<std::uint32_t> order;
        std::uint64_t seed;
    };
    std::vector<Branch> branches;
    for (auto& region : regions) branches.push_back({region, seed});
    std::vector<std::uint32_t> scratch;
    for (int level = 0; level < 5; ++level) {
        std::vector<Branch> next;
        for (const Branch& branch : branches) {
            const std::size_t middle =
                branch.order.size() <= most ? 0 : cut(points, branch.order, branch.seed, scratch);
            if (middle == 0) {
                next.push_back(branch);
                continue;
            }
            next.push_back({branch.order.first(middle), child_seed(branch.seed, 0)});
            next.push_back({branch.order.subspan(middle), child_seed(branch.seed, 1)});
        }
        branches = std::move(next);
    }
    std::vector<Blocks> parts(branches.size());
    parallel_for(0, branches.size(), 1, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint32_t> room;
        for (std::size_t i = begin; i < end; ++i)
            split_all(points, branches[i].order, most, branches[i].seed, room, parts[i]);
    });
    Blocks blocks;
    for (const Blocks& part : parts) blocks.insert(blocks.end(), part.begin(), part.end());
    return blocks;
}

}  // namespace scrim::recode::cluster

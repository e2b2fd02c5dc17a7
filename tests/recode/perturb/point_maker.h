// Random points, and all ways to divide a few points into groups.
#pragma once

#include "kernel/core/random.h"
#include "kernel/recode/perturb/point_set.h"

#include <functional>
#include <vector>

namespace scrim::testing {

// Whole coordinates in [0, values): few values make ties.
inline recode::perturb::PointSet random_points(Random& random, std::size_t count, std::size_t dimensions,
                                               std::uint64_t values) {
    std::vector<double> coordinates;
    for (std::size_t i = 0; i < count * dimensions; ++i)
        coordinates.push_back(static_cast<double>(random.below(values)));
    return recode::perturb::PointSet(dimensions, std::move(coordinates));
}

using Division = std::vector<std::vector<std::uint32_t>>;

// Calls f with every division of 0 … count - 1 into groups of at least k.
inline void for_each_division(std::uint32_t count, std::uint32_t k, const std::function<void(const Division&)>& f) {
    Division groups;
    const std::function<void(std::uint32_t)> place = [&](std::uint32_t point) {
        if (point == count) {
            for (const auto& group : groups)
                if (group.size() < k) return;
            f(groups);
            return;
        }
        for (std::size_t g = 0; g < groups.size(); ++g) {
            groups[g].push_back(point);
            place(point + 1);
            groups[g].pop_back();
        }
        groups.push_back({point});
        place(point + 1);
        groups.pop_back();
    };
    place(0);
}

}  // namespace scrim::testing

// The closest group the slow and obvious way: looks at every group and, for every attribute, at every node of the
// hierarchy. Exact: penalties are counted in units of one over the product of (leaves - 1).
#pragma once

#include "kernel/hierarchy/hierarchy.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace scrim::oracle {

using Trees = std::vector<std::shared_ptr<const hierarchy::Hierarchy>>;

struct PlainGroup {
    std::vector<Span> box;
    std::uint32_t size = 0;
};

inline Span lowest_above(const hierarchy::Hierarchy& hierarchy, Span a, Span b) {
    Span lowest = hierarchy.nodes().front().span;
    for (const hierarchy::Hierarchy::Node& node : hierarchy.nodes()) {
        if (node.span.covers(a) && node.span.covers(b) && node.span.width() < lowest.width()) lowest = node.span;
    }
    return lowest;
}

inline std::uint64_t penalty(const Trees& hierarchies, std::span<const Span> box) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < box.size(); ++i) {
        std::uint64_t part = box[i].width() - 1;
        for (std::size_t j = 0; j < box.size(); ++j) {
            if (j != i) part *= hierarchies[j]->nodes().front().span.width() - 1;
        }
        sum += part;
    }
    return sum;
}

inline std::vector<Span> lowest_above(const Trees& hierarchies, std::span<const Span> a, std::span<const Span> b) {
    std::vector<Span> box;
    for (std::size_t i = 0; i < a.size(); ++i) box.push_back(lowest_above(*hierarchies[i], a[i], b[i]));
    return box;
}

// Least increase first, then the smaller group, then the lower number.
inline std::optional<std::uint32_t> closest_group(const Trees& hierarchies,
                                                  const std::map<std::uint32_t, PlainGroup>& groups,
                                                  std::span<const Span> box, std::uint32_t size, std::uint32_t least) {
    std::optional<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>> best;
    for (const auto& [id, group] : groups) {
        if (group.size < least) continue;
        const std::uint64_t wide = penalty(hierarchies, lowest_above(hierarchies, box, group.box));
        const std::uint64_t increase =
            size * (wide - penalty(hierarchies, box)) + group.size * (wide - penalty(hierarchies, group.box));
        const std::tuple candidate(increase, group.size, id);
        if (!best || candidate < *best) best = candidate;
    }
    if (!best) return std::nullopt;
    return std::get<2>(*best);
}

}  // namespace scrim::oracle

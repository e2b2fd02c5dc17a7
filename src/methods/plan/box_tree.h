// BoxTree: which of many boxes that do not overlap holds a point. The boxes are cut apart, again and again, along one
// axis, as Mondrian and full-domain recodings do; others may have no such cuts.
#pragma once

#include "kernel/core/span.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scrim::planning {

class BoxTree {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    // Box b is boxes [b * dimensions, (b + 1) * dimensions), and no span is empty. Nothing where they cannot be cut
    // apart.
    static std::optional<BoxTree> make(std::vector<Span> boxes, std::size_t dimensions);

    const std::vector<Span>& boxes() const { return boxes_; }

    // The box that holds the point, or none.
    std::uint32_t find(std::span<const Code> point) const;

private:
    struct Node {
        std::uint32_t axis = none;  // none: a leaf
        Code cut = 0;               // points below it are left
        std::uint32_t left = none;  // a node; of a leaf: the box
        std::uint32_t right = none;
    };
    std::vector<Span> boxes_;
    std::size_t dimensions_ = 0;
    std::vector<Node> nodes_;
};

}  // namespace scrim::planning

// BoxIndex: which of many boxes hold a point? A tree of bounding boxes.
#pragma once

#include "kernel/core/span.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::audit {

class BoxIndex {
public:
    // `boxes`: one after the other, `dimensions` > 0 spans each.
    BoxIndex(std::vector<Span> boxes, std::size_t dimensions);

    // The numbers of all boxes that hold the point, ascending.
    void find(std::span<const Code> point, std::vector<std::uint32_t>& found) const;
    // Calls f(number) for each of them, in any order, as long as it returns true.
    template <class F>
    void visit(std::span<const Code> point, F f) const {
        std::uint32_t stack[64];
        std::size_t open = 0;
        if (!nodes_.empty()) stack[open++] = 0;
        while (open > 0) {
            const std::uint32_t at = stack[--open];
            if (!holds(std::span(hulls_).subspan(at * dimensions_, dimensions_), point)) continue;
            const Node& node = nodes_[at];
            if (node.right != 0) {
                stack[open++] = node.right;
                stack[open++] = at + 1;
                continue;
            }
            for (std::uint32_t i = node.begin; i < node.end; ++i)
                if (holds(box(order_[i]), point) && !f(order_[i])) return;
        }
    }

private:
    struct Node {
        std::uint32_t begin, end;  // of the order
        std::uint32_t right;       // second child; the first one follows its parent; 0 for a leaf
    };

    static bool holds(std::span<const Span> box, std::span<const Code> point) {
        for (std::size_t d = 0; d < point.size(); ++d)
            if (!box[d].contains(point[d])) return false;
        return true;
    }
    void build(std::uint32_t begin, std::uint32_t end);
    std::span<const Span> box(std::uint32_t b) const { return std::span(boxes_).subspan(b * dimensions_, dimensions_); }

    std::size_t dimensions_;
    std::vector<Span> boxes_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;
    std::vector<Span> hulls_;  // of the nodes
};

}  // namespace scrim::audit

// BoxIndex: which of many boxes hold a point? A tree of bounding boxes.
#pragma once

#include "core/span.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim {

class BoxIndex {
public:
    // `boxes`: one after the other, `dimensions` > 0 spans each.
    BoxIndex(std::vector<Span> boxes, std::size_t dimensions);

    // The numbers of all boxes that hold the point, ascending.
    void find(std::span<const Code> point, std::vector<std::uint32_t>& found) const;

private:
    struct Node {
        std::uint32_t begin, end;  // of the order
        std::uint32_t right;       // second child; the first one follows its parent; 0 for a leaf
    };

    void build(std::uint32_t begin, std::uint32_t end);
    std::span<const Span> box(std::uint32_t b) const { return std::span(boxes_).subspan(b * dimensions_, dimensions_); }

    std::size_t dimensions_;
    std::vector<Span> boxes_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;
    std::vector<Span> hulls_;  // of the nodes
};

}  // namespace scrim

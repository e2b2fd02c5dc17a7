// BoxTree: which of many boxes hold a point? A tree of bounding boxes; points that few boxes hold cost a walk to them.
#pragma once

#include "kernel/core/span.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::verifier {

class BoxTree {
public:
    // `boxes`: one after the other, `dimensions` > 0 spans each.
    BoxTree(std::vector<Span> boxes, std::size_t dimensions);

    std::size_t size() const { return boxes_.size() / dimensions_; }
    std::span<const Span> box(std::size_t b) const { return std::span(boxes_).subspan(b * dimensions_, dimensions_); }
    // Appends the numbers of all boxes that hold the point, ascending. May be called from many threads at once.
    void find(std::span<const Code> point, std::vector<std::uint32_t>& found) const;

private:
    struct Node {
        std::uint32_t begin, end;  // of the order
        std::uint32_t right;       // second child; the first one follows its parent; 0 for a leaf
    };

    void build(std::uint32_t begin, std::uint32_t end);
    // Each orders the boxes [begin, end) so that a cut comes at the place returned; `begin` when there is none.
    std::uint32_t clean_cut(std::uint32_t begin, std::uint32_t end);
    std::uint32_t half_cut(std::uint32_t begin, std::uint32_t end);
    std::span<const Span> hull_of(std::size_t node) const {
        return std::span(hulls_).subspan(node * dimensions_, dimensions_);
    }

    std::size_t dimensions_;
    std::vector<Span> boxes_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;
    std::vector<Span> hulls_;  // of the nodes
};

}  // namespace scrim::verifier

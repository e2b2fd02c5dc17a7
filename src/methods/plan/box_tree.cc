#include "methods/plan/box_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace scrim::planning {
namespace {

struct Work {
    std::size_t begin, end;  // of the boxes' order
    std::uint32_t node;
    std::uint32_t axis;  // where to look first
};

}  // namespace

std::optional<BoxTree> BoxTree::make(std::vector<Span> given, std::size_t dimensions) {
    BoxTree tree;
    tree.boxes_ = std::move(given);
    const std::vector<Span>& boxes = tree.boxes_;
    tree.dimensions_ = dimensions;
    const std::size_t count = dimensions == 0 ? 0 : boxes.size() / dimensions;
    if (count == 0) return tree;
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    std::vector<Work> todo{{0, count, 0, 0}};
    tree.nodes_.emplace_back();
    while (!todo.empty()) {
        const Work work = todo.back();
        todo.pop_back();
        if (work.end - work.begin == 1) {
            tree.nodes_[work.node].left = order[work.begin];
            continue;
        }
        // The most even cut of the first axis that has a good one, or of all.
        const std::size_t size = work.end - work.begin;
        std::size_t best = 0;  // boxes on the smaller side
        std::uint32_t best_axis = 0;
        Code best_cut = 0;
        const auto first = order.begin() + static_cast<std::ptrdiff_t>(work.begin);
        const auto last = order.begin() + static_cast<std::ptrdiff_t>(work.end);
        for (std::size_t tried = 0; tried < dimensions && best * 8 < size; ++tried) {
            const std::size_t axis = (work.axis + tried) % dimensions;
            const auto span_of = [&](std::uint32_t box) { return boxes[box * dimensions + axis]; };
            std::sort(first, last, [&](std::uint32_t a, std::uint32_t b) { return span_of(a).lo < span_of(b).lo; });
            Code reached = 0;
            for (auto at = first; at != last; ++at) {
                const Span span = span_of(*at);
                if (at != first && reached <= span.lo) {
                    const auto left = static_cast<std::size_t>(at - first);
                    if (const std::size_t smaller = std::min(left, size - left); smaller > best) {
                        best = smaller;
                        best_axis = static_cast<std::uint32_t>(axis);
                        best_cut = span.lo;
                    }
                }
                reached = std::max(reached, span.hi);
            }
        }
        if (best == 0) return std::nullopt;
        const auto middle = std::partition(
            first, last, [&](std::uint32_t box) { return boxes[box * dimensions + best_axis].lo < best_cut; });
        const auto left = static_cast<std::uint32_t>(tree.nodes_.size());
        tree.nodes_.resize(tree.nodes_.size() + 2);
        tree.nodes_[work.node] = {best_axis, best_cut, left, left + 1};
        const auto place = static_cast<std::size_t>(middle - order.begin());
        const auto next = static_cast<std::uint32_t>((best_axis + 1) % dimensions);
        todo.push_back({work.begin, place, left, next});
        todo.push_back({place, work.end, left + 1, next});
    }
    return tree;
}

std::uint32_t BoxTree::find(std::span<const Code> point) const {
    if (nodes_.empty()) return none;
    std::uint32_t node = 0;
    while (nodes_[node].axis != none)
        node = point[nodes_[node].axis] < nodes_[node].cut ? nodes_[node].left : nodes_[node].right;
    const std::uint32_t box = nodes_[node].left;
    for (std::size_t axis = 0; axis < dimensions_; ++axis) {
        const Span span = boxes_[box * dimensions_ + axis];
        if (point[axis] < span.lo || point[axis] >= span.hi) return none;
    }
    return box;
}

}  // namespace scrim::planning

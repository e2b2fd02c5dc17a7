#include "verify/box_tree.h"

#include <algorithm>
#include <numeric>

namespace scrim {
namespace {

constexpr std::uint32_t leaf_size = 8;

bool holds(std::span<const Span> box, std::span<const Code> point) {
    for (std::size_t d = 0; d < point.size(); ++d)
        if (!box[d].contains(point[d])) return false;
    return true;
}

// Twice the middle.
std::uint64_t middle(Span span) { return std::uint64_t{span.lo} + span.hi; }

}  // namespace

BoxTree::BoxTree(std::vector<Span> boxes, std::size_t dimensions)
    : dimensions_(dimensions), boxes_(std::move(boxes)), order_(boxes_.size() / dimensions) {
    std::iota(order_.begin(), order_.end(), 0u);
    if (!order_.empty()) build(0, static_cast<std::uint32_t>(order_.size()));
}

// Halves the boxes along the dimension in which their middles lie farthest apart, as a share of all that there is.
void BoxTree::build(std::uint32_t begin, std::uint32_t end) {
    const std::size_t node = nodes_.size();
    nodes_.push_back({begin, end, 0});
    hulls_.resize(hulls_.size() + dimensions_);
    std::size_t widest = 0;
    double most = 0;
    for (std::size_t d = 0; d < dimensions_; ++d) {
        Span around;
        std::uint64_t least = UINT64_MAX, greatest = 0;
        for (std::uint32_t i = begin; i < end; ++i) {
            const Span span = box(order_[i])[d];
            around = hull(around, span);
            least = std::min(least, middle(span));
            greatest = std::max(greatest, middle(span));
        }
        hulls_[node * dimensions_ + d] = around;
        const double share = static_cast<double>(greatest - least) / std::max<Code>(hull_of(0)[d].width(), 1);
        if (share > most) {
            most = share;
            widest = d;
        }
    }
    if (end - begin <= leaf_size || most == 0) return;
    const std::uint32_t half = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + half, order_.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) { return middle(box(a)[widest]) < middle(box(b)[widest]); });
    build(begin, half);
    nodes_[node].right = static_cast<std::uint32_t>(nodes_.size());
    build(half, end);
}

void BoxTree::find(std::span<const Code> point, std::vector<std::uint32_t>& found) const {
    const auto before = static_cast<std::ptrdiff_t>(found.size());
    std::uint32_t stack[64];  // the tree halves, so it is no deeper than 32
    std::size_t open = 0;
    if (!nodes_.empty()) stack[open++] = 0;
    while (open > 0) {
        const std::uint32_t at = stack[--open];
        if (!holds(hull_of(at), point)) continue;
        const Node& node = nodes_[at];
        if (node.right != 0) {
            stack[open++] = node.right;
            stack[open++] = at + 1;
            continue;
        }
        for (std::uint32_t i = node.begin; i < node.end; ++i)
            if (holds(box(order_[i]), point)) found.push_back(order_[i]);
    }
    std::sort(found.begin() + before, found.end());
}

}  // namespace scrim

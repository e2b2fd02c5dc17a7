#include "methods/audit/series/box_index.h"

#include <algorithm>
#include <numeric>

namespace scrim::audit {
namespace {

constexpr std::uint32_t leaf_size = 8;

}  // namespace

BoxIndex::BoxIndex(std::vector<Span> boxes, std::size_t dimensions)
    : dimensions_(dimensions), boxes_(std::move(boxes)), order_(boxes_.size() / dimensions) {
    std::iota(order_.begin(), order_.end(), 0u);
    if (!order_.empty()) build(0, static_cast<std::uint32_t>(order_.size()));
}

// Halves the boxes along the dimension in which the halves have least in common. Depth: 32 at most.
void BoxIndex::build(std::uint32_t begin, std::uint32_t end) {
    const std::size_t node = nodes_.size();
    nodes_.push_back({begin, end, 0});
    for (std::size_t d = 0; d < dimensions_; ++d) {
        Span around;
        for (std::uint32_t i = begin; i < end; ++i) around = hull(around, box(order_[i])[d]);
        hulls_.push_back(around);
    }
    if (end - begin <= leaf_size) return;
    const std::uint32_t half = begin + (end - begin) / 2;
    const auto halve = [&](std::size_t d) {
        const auto middle = [&](std::uint32_t b) { return std::uint64_t{box(b)[d].lo} + box(b)[d].hi; };
        std::nth_element(order_.begin() + begin, order_.begin() + half, order_.begin() + end,
                         [&](std::uint32_t a, std::uint32_t b) { return middle(a) < middle(b); });
    };
    std::size_t along = dimensions_;
    double least = 2;  // both halves as wide as the whole
    for (std::size_t d = 0; d < dimensions_; ++d) {
        halve(d);
        Span left, right;
        for (std::uint32_t i = begin; i < end; ++i) {
            Span& side = i < half ? left : right;
            side = hull(side, box(order_[i])[d]);
        }
        const double share = (0.0 + left.width() + right.width()) / hull(left, right).width();
        if (share < least) {
            least = share;
            along = d;
        }
    }
    if (along == dimensions_) return;
    halve(along);
    build(begin, half);
    nodes_[node].right = static_cast<std::uint32_t>(nodes_.size());
    build(half, end);
}

void BoxIndex::find(std::span<const Code> point, std::vector<std::uint32_t>& found) const {
    found.clear();
    visit(point, [&](std::uint32_t box_number) {
        found.push_back(box_number);
        return true;
    });
    std::sort(found.begin(), found.end());
}

}  // namespace scrim::audit

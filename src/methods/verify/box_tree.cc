#include "methods/verify/box_tree.h"

#include <algorithm>
#include <numeric>

namespace scrim::verifier {
namespace {

constexpr std::uint32_t leaf_size = 8;
// A side of a cut has at least this share of the boxes, 1 / 8, so that 32 bits of boxes make a tree of depth 170 at
// most.
constexpr std::uint32_t least_share = 8;
constexpr std::size_t most_depth = 192;

bool holds(std::span<const Span> box, std::span<const Code> point) {
    for (std::size_t d = 0; d < point.size(); ++d)
        if (!box[d].contains(point[d])) return false;
    return true;
}

// Twice the middle.
std::uint64_t middle_of(Span span) { return std::uint64_t{span.lo} + span.hi; }

}  // namespace

BoxTree::BoxTree(std::vector<Span> boxes, std::size_t dimensions)
    : dimensions_(dimensions), boxes_(std::move(boxes)), order_(boxes_.size() / dimensions) {
    std::iota(order_.begin(), order_.end(), 0u);
    if (!order_.empty()) build(0, static_cast<std::uint32_t>(order_.size()));
}

// Cuts between the boxes where none crosses, as evenly as possible: whoever looks for a point then follows one side.
// Where that is not possible, halves them along the dimension in which the halves have least in common.
void BoxTree::build(std::uint32_t begin, std::uint32_t end) {
    const std::size_t node = nodes_.size();
    nodes_.push_back({begin, end, 0});
    for (std::size_t d = 0; d < dimensions_; ++d) {
        Span around;
        for (std::uint32_t i = begin; i < end; ++i) around = hull(around, box(order_[i])[d]);
        hulls_.push_back(around);
    }
    if (end - begin <= leaf_size) return;
    std::uint32_t middle = clean_cut(begin, end);
    if (middle == begin) middle = half_cut(begin, end);
    if (middle == begin) return;
    build(begin, middle);
    nodes_[node].right = static_cast<std::uint32_t>(nodes_.size());
    build(middle, end);
}

std::uint32_t BoxTree::clean_cut(std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t count = end - begin;
    std::uint32_t best = std::max(count / least_share, 1u) - 1;  // boxes on the smaller side, to be exceeded
    std::size_t along = dimensions_;
    Code at = 0;
    std::vector<Span> spans(count);
    for (std::size_t d = 0; d < dimensions_; ++d) {
        for (std::uint32_t i = 0; i < count; ++i) spans[i] = box(order_[begin + i])[d];
        std::sort(spans.begin(), spans.end());
        Code reached = spans[0].hi;
        for (std::uint32_t i = 1; i < count; ++i) {
            if (spans[i].lo >= reached && std::min(i, count - i) > best) {
                best = std::min(i, count - i);
                along = d;
                at = spans[i].lo;
            }
            reached = std::max(reached, spans[i].hi);
        }
    }
    if (along == dimensions_) return begin;
    const auto cut = std::partition(order_.begin() + begin, order_.begin() + end,
                                    [&](std::uint32_t b) { return box(b)[along].lo < at; });
    return static_cast<std::uint32_t>(cut - order_.begin());
}

std::uint32_t BoxTree::half_cut(std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t half = begin + (end - begin) / 2;
    const auto halve = [&](std::size_t d) {
        std::nth_element(order_.begin() + begin, order_.begin() + half, order_.begin() + end,
                         [&](std::uint32_t a, std::uint32_t b) { return middle_of(box(a)[d]) < middle_of(box(b)[d]); });
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
    if (along == dimensions_) return begin;
    halve(along);
    return half;
}

void BoxTree::find(std::span<const Code> point, std::vector<std::uint32_t>& found) const {
    const auto before = static_cast<std::ptrdiff_t>(found.size());
    std::uint32_t stack[most_depth + 1];
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

}  // namespace scrim::verifier

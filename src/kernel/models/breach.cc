#include "kernel/models/breach.h"

#include <algorithm>
#include <numeric>

namespace scrim::models {
namespace {

constexpr Int128 largest_scale = Int128{1} << 50;

}  // namespace

Breach::Breach(const hierarchy::Hierarchy& hierarchy, Span guard) : guard_(guard) {
    const auto divide_by = [&](Code leaves) {
        const std::uint64_t size = leaves;
        scale_ = std::min(scale_ * (size / std::gcd(static_cast<std::uint64_t>(scale_), size)), largest_scale);
    };
    const auto nodes = hierarchy.nodes();
    const auto lowest = hierarchy.covering(guard);
    for (auto node = lowest; node != hierarchy::Hierarchy::none; node = nodes[node].parent)
        divide_by(nodes[node].span.width());
    if (nodes[lowest].span == guard) return;
    // A guard that is a set of values, not a node: nodes below may hold some of them.
    for (const auto& node : nodes)
        if (node.span.overlaps(guard) && !guard.covers(node.span)) divide_by(node.span.width());
}

Int128 Breach::below(Span cell) const {
    if (!cell.overlaps(guard_)) return 0;
    const Int128 both = std::min(cell.hi, guard_.hi) - std::max(cell.lo, guard_.lo);
    return (scale_ * both + cell.width() - 1) / cell.width();  // a whole number, where scale() is not rounded
}

}  // namespace scrim::models

#include "methods/views/recoding/box_lattice.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace scrim::views {

BoxLattice::BoxLattice(std::vector<std::shared_ptr<const hierarchy::Hierarchy>> quasi_identifiers)
    : hierarchies_(std::move(quasi_identifiers)) {
    assert(!hierarchies_.empty() && hierarchies_.size() <= 255);  // so that the penalty of a box fits 32 bits
    for (std::size_t attribute = 0; attribute < hierarchies_.size(); ++attribute) {
        const std::span<const hierarchy::Hierarchy::Node> nodes = hierarchies_[attribute]->nodes();
        auto& inside = inside_.emplace_back(nodes.size(), no_step);
        for (const hierarchy::Hierarchy::Node& node : nodes) {
            hierarchy::Hierarchy::NodeId above = node.parent;
            while (above != hierarchy::Hierarchy::none && nodes[above].span == node.span) above = nodes[above].parent;
            if (above == hierarchy::Hierarchy::none) continue;
            const std::uint32_t less =
                penalty_of(attribute, nodes[above].span.width()) - penalty_of(attribute, node.span.width());
            inside[above] = std::min(inside[above], less);
        }
    }
}

std::uint32_t BoxLattice::penalty_of(std::size_t attribute, Code width) const {
    const Code leaves = hierarchies_[attribute]->nodes().front().span.width();
    if (leaves <= 1) return 0;
    return static_cast<std::uint32_t>(std::uint64_t{width - 1} * whole / (leaves - 1));
}

std::uint32_t BoxLattice::penalty(std::span<const Span> box) const {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < box.size(); ++i) sum += penalty_of(i, box[i].width());
    return sum;
}

bool BoxLattice::widen(std::span<Span> box, std::span<const Span> other) const {
    bool changed = false;
    for (std::size_t i = 0; i < box.size(); ++i) {
        const hierarchy::Hierarchy& hierarchy = *hierarchies_[i];
        const Span wider = hierarchy.nodes()[hierarchy.covering(hull(box[i], other[i]))].span;
        changed |= wider != box[i];
        box[i] = wider;
    }
    return changed;
}

void BoxLattice::climb(std::size_t attribute, Span node, std::vector<Step>& way) const {
    const hierarchy::Hierarchy& hierarchy = *hierarchies_[attribute];
    way.clear();
    for (hierarchy::Hierarchy::NodeId at = hierarchy.covering(node); at != hierarchy::Hierarchy::none;
         at = hierarchy.nodes()[at].parent) {
        const Span span = hierarchy.nodes()[at].span;
        // inside_ is kept at the lowest node of several with the same leaves: the one met first.
        if (way.empty() || way.back().span != span)
            way.push_back({span, penalty_of(attribute, span.width()), inside_[attribute][at]});
    }
}

}  // namespace scrim::views

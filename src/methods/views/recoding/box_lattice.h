// BoxLattice: boxes, one hierarchy node per quasi-identifier, ordered by "is more general than".
//
// The information that a box loses is its normalized certainty penalty: the sum over the attributes of
// (width - 1) / (leaves - 1), kept as a whole number of 2^-24, so that the same changes give the same groups
// everywhere.
//
//   BoxLattice lattice({age, sex});
//   lattice.widen(box, other);            // the lowest box above both
//   lattice.penalty(box);                 // 0 for exact values, 2 * BoxLattice::whole when both are hidden
#pragma once

#include "kernel/hierarchy/hierarchy.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace scrim::views {

class BoxLattice {
public:
    static constexpr std::uint32_t whole = std::uint32_t{1} << 24;  // the penalty of one hidden attribute
    static constexpr std::uint32_t no_step = UINT32_MAX;

    struct Step {
        Span span;
        std::uint32_t penalty = 0;
        std::uint32_t inside = no_step;  // how much less, at least, a narrower node inside it loses; no_step: none is
    };

    // At least one hierarchy and at most 255.
    explicit BoxLattice(std::vector<std::shared_ptr<const hierarchy::Hierarchy>> quasi_identifiers);

    std::size_t attributes() const { return hierarchies_.size(); }
    std::uint32_t penalty(std::span<const Span> box) const;
    std::uint32_t most() const { return static_cast<std::uint32_t>(attributes()) * whole; }

    // Widens `box` to the lowest nodes that cover it and `other`, where a span need not be a node; says whether it
    // changed.
    bool widen(std::span<Span> box, std::span<const Span> other) const;
    // The nodes above a node, itself first and the top last; of nodes with the same leaves only the lowest.
    void climb(std::size_t attribute, Span node, std::vector<Step>& way) const;

private:
    std::uint32_t penalty_of(std::size_t attribute, Code width) const;

    std::vector<std::shared_ptr<const hierarchy::Hierarchy>> hierarchies_;
    std::vector<std::vector<std::uint32_t>> inside_;  // by attribute and node
};

// Does the box hold all of the other? A record is a box of single values.
inline bool covers(std::span<const Span> box, std::span<const Span> other) {
    for (std::size_t i = 0; i < box.size(); ++i) {
        if (!box[i].covers(other[i])) return false;
    }
    return true;
}

}  // namespace scrim::views

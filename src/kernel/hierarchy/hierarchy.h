// Hierarchy: a domain generalization hierarchy (DGH), as nested spans over the ordered leaves.
//
// The leaves are ordered so that each node covers a run of consecutive codes: numbers and dates keep their order
// wherever the tree allows it, other leaves follow the tree in the order of the file. A label names one node, so it
// means one set of values; "*" may name the top only. Ragged trees are fine. A full-domain level L cuts the tree at
// depth height - L, so that the values of one level never overlap: a leaf that sits high stays itself until its
// parent's level is reached.
//
//   SCRIM_TRY(Hierarchy zip, parse_hierarchy(text, "zip.csv"));
//   zip.find("885**");                       // the Span of all leaves below it
//   zip.at_level(*zip.domain().find("88512"), 1).label;
#pragma once

#include "kernel/core/domain.h"
#include "scrim/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scrim::hierarchy {

class Hierarchy {
public:
    using NodeId = std::uint32_t;
    static constexpr NodeId none = UINT32_MAX;

    struct Node {
        std::string label;
        Span span;
        NodeId parent = none;
        std::uint32_t depth = 0;   // steps to the root
        std::uint32_t height = 0;  // longest way down to a leaf
        bool is_leaf() const { return height == 0; }
    };

    // One row per leaf: the leaf, then its ancestors from near to far, as in ARX's files. All rows end in one top. A
    // label repeated upwards is the same node ("a;a;x;*" is "a;x;*"); empty fields at the end of a row do not count.
    static Result<Hierarchy> from_paths(const std::vector<std::vector<std::string>>& rows);
    // Edges child -> parent, in any order. An edge from a label to itself only says that the label exists.
    static Result<Hierarchy> from_pairs(const std::vector<std::pair<std::string, std::string>>& edges);
    // Every value, NULL included, directly below "*". Where "*" is also a value, find("*") means the top.
    static Hierarchy flat(DomainPtr domain);

    // The same hierarchy with NULL as one more leaf directly below the top, at the right end.
    Hierarchy with_null() const;

    const Domain& domain() const { return *domain_; }
    const DomainPtr& domain_ptr() const { return domain_; }
    // Parents before their children; node 0 is the top, which is never a leaf.
    std::span<const Node> nodes() const { return nodes_; }
    std::uint32_t height() const { return nodes_.front().height; }
    std::uint32_t levels() const { return height() + 1; }
    NodeId leaf(Code code) const { return leaves_[code]; }
    // The node that stands for `leaf` at full-domain level `level` <= height(); level 0 is the leaf itself.
    const Node& at_level(Code leaf, std::uint32_t level) const;

    // A leaf or an inner node by its label; "NULL" is the NULL leaf unless it names something else.
    std::optional<NodeId> find_node(std::string_view label) const;
    std::optional<Span> find(std::string_view label) const;
    // The lowest node that covers the span, which is not empty.
    NodeId covering(Span span) const;

private:
    friend class HierarchyBuilder;

    void add_leaf_below_top(Code code);

    DomainPtr domain_;
    std::vector<Node> nodes_;
    std::vector<NodeId> leaves_;                              // by code
    std::unordered_map<std::string, NodeId> inner_by_label_;  // leaves are found through the domain
};

using Hierarchies = std::map<std::string, std::shared_ptr<const Hierarchy>>;  // by column

}  // namespace scrim::hierarchy

#include "kernel/hierarchy/hierarchy_builder.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/leaf_values.h"

#include <algorithm>
#include <numeric>

namespace scrim::hierarchy {
namespace {

using Id = LabelTree::Id;

// For each node the span of its leaves' ranks, nothing when some node's leaves are not consecutive.
std::optional<std::vector<Span>> consecutive_ranks(const LabelTree& tree, const std::vector<Id>& preorder,
                                                   const std::vector<Code>& rank_of_leaf) {
    std::vector<Span> ranks(tree.size());
    std::vector<Code> leaves_below(tree.size(), 0);
    std::size_t next_leaf = rank_of_leaf.size();
    for (std::size_t i = preorder.size(); i-- > 0;) {  // children before parents
        const Id node = preorder[i];
        if (tree.is_leaf(node)) {
            ranks[node] = Span::of(rank_of_leaf[--next_leaf]);
            leaves_below[node] = 1;
        }
        if (ranks[node].width() != leaves_below[node]) return std::nullopt;
        if (node == tree.top) break;
        const Id parent = tree.parents[node];
        ranks[parent] = hull(ranks[parent], ranks[node]);
        leaves_below[parent] += leaves_below[node];
    }
    return ranks;
}

// Orders siblings by value where the values allow it; the domain is what the leaves then read from left to right.
Result<DomainPtr> order_leaves(LabelTree& tree) {
    const std::vector<Id> preorder = tree.preorder();
    std::vector<std::string> labels;
    for (const Id node : preorder)
        if (tree.is_leaf(node)) labels.push_back(tree.labels[node]);
    auto values = read_leaf_values(labels);
    if (!values) return std::make_shared<const Domain>(Domain::of_text(std::move(labels)));

    std::vector<Code> by_value(labels.size());
    std::iota(by_value.begin(), by_value.end(), Code{0});
    std::sort(by_value.begin(), by_value.end(), [&](Code a, Code b) { return values->units[a] < values->units[b]; });
    std::vector<Code> rank_of_leaf(labels.size());
    std::vector<Int128> ascending;
    ascending.reserve(labels.size());
    for (Code rank = 0; rank < by_value.size(); ++rank) {
        const Int128 units = values->units[by_value[rank]];
        if (rank > 0 && units == ascending.back())
            return input_error(format("{} and {} are the same value; a value has one row",
                                      quoted(labels[by_value[rank - 1]]), quoted(labels[by_value[rank]])));
        ascending.push_back(units);
        rank_of_leaf[by_value[rank]] = rank;
    }
    const auto ranks = consecutive_ranks(tree, preorder, rank_of_leaf);
    if (!ranks) return std::make_shared<const Domain>(Domain::of_text(std::move(labels)));
    for (Id node = 0; node < tree.size(); ++node) {
        const auto siblings = tree.children_of(node);
        std::sort(siblings.begin(), siblings.end(), [&](Id a, Id b) { return (*ranks)[a].lo < (*ranks)[b].lo; });
    }
    return std::make_shared<const Domain>(Domain::of_numbers(std::move(ascending), values->scale, values->kind));
}

}  // namespace

Result<Hierarchy> HierarchyBuilder::build(LabelTree tree) {
    SCRIM_TRY(DomainPtr domain, order_leaves(tree));
    for (Id node = 0; node < tree.size(); ++node) {
        if (tree.is_leaf(node)) continue;
        if (const auto value = domain->find(tree.labels[node]))
            return input_error(format("the group {} has the name of the value {}; a label means one set of values",
                                      quoted(tree.labels[node]), quoted(domain->label(*value))));
    }
    return build(std::move(tree), std::move(domain));
}

Hierarchy HierarchyBuilder::build(LabelTree tree, DomainPtr domain) {
    const std::vector<Id> preorder = tree.preorder();
    Hierarchy hierarchy;
    hierarchy.domain_ = domain;
    hierarchy.nodes_.reserve(preorder.size());
    hierarchy.leaves_.reserve(domain->size());
    std::vector<Hierarchy::NodeId> placed(tree.size());
    for (const Id id : preorder) {
        const auto place = static_cast<Hierarchy::NodeId>(hierarchy.nodes_.size());
        placed[id] = place;
        Hierarchy::Node node;
        if (id != tree.top) {
            node.parent = placed[tree.parents[id]];
            node.depth = hierarchy.nodes_[node.parent].depth + 1;
        }
        if (tree.is_leaf(id)) {
            const Code code = static_cast<Code>(hierarchy.leaves_.size());
            node.label = domain->label(code);
            node.span = Span::of(code);
            hierarchy.leaves_.push_back(place);
        } else {
            node.label = std::move(tree.labels[id]);
            hierarchy.inner_by_label_.emplace(node.label, place);
        }
        hierarchy.nodes_.push_back(std::move(node));
    }
    for (std::size_t i = hierarchy.nodes_.size(); i-- > 1;) {  // children before parents
        const Hierarchy::Node& node = hierarchy.nodes_[i];
        Hierarchy::Node& parent = hierarchy.nodes_[node.parent];
        parent.span = hull(parent.span, node.span);
        parent.height = std::max(parent.height, node.height + 1);
    }
    return hierarchy;
}

}  // namespace scrim::hierarchy

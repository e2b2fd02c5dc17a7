#include "kernel/hierarchy/hierarchy.h"

#include "kernel/hierarchy/hierarchy_builder.h"
#include "kernel/hierarchy/label_tree.h"

namespace scrim::hierarchy {
namespace {

DomainPtr domain_with_null(const Domain& domain) {
    if (domain.is_numeric()) {
        std::vector<Int128> units;
        units.reserve(domain.values());
        for (Code code = 0; code < domain.values(); ++code) units.push_back(domain.units(code));
        return std::make_shared<const Domain>(
            Domain::of_numbers(std::move(units), domain.scale(), domain.kind(), true));
    }
    std::vector<std::string> labels;
    labels.reserve(domain.values());
    for (Code code = 0; code < domain.values(); ++code) labels.push_back(domain.label(code));
    return std::make_shared<const Domain>(Domain::of_text(std::move(labels), true));
}

}  // namespace

Result<Hierarchy> Hierarchy::from_paths(const std::vector<std::vector<std::string>>& rows) {
    LabelTreeBuilder labels("row");
    for (std::size_t i = 0; i < rows.size(); ++i) SCRIM_CHECK(labels.add_path(rows[i], i + 1));
    SCRIM_TRY(LabelTree tree, labels.finish());
    return HierarchyBuilder::build(std::move(tree));
}

Result<Hierarchy> Hierarchy::from_pairs(const std::vector<std::pair<std::string, std::string>>& edges) {
    LabelTreeBuilder labels("row");
    for (std::size_t i = 0; i < edges.size(); ++i) SCRIM_CHECK(labels.add_edge(edges[i].first, edges[i].second, i + 1));
    SCRIM_TRY(LabelTree tree, labels.finish());
    return HierarchyBuilder::build(std::move(tree));
}

Hierarchy Hierarchy::flat(DomainPtr domain) {
    Hierarchy hierarchy;
    hierarchy.domain_ = std::move(domain);
    hierarchy.nodes_.reserve(std::size_t{hierarchy.domain_->size()} + 1);
    hierarchy.nodes_.push_back({"*", {}, none, 0, 1});
    hierarchy.inner_by_label_.emplace("*", 0);
    for (Code code = 0; code < hierarchy.domain_->size(); ++code) hierarchy.add_leaf_below_top(code);
    return hierarchy;
}

Hierarchy Hierarchy::with_null() const {
    Hierarchy wider = *this;
    if (domain_->has_null()) return wider;
    wider.domain_ = domain_with_null(*domain_);
    wider.add_leaf_below_top(wider.domain_->null_code());
    return wider;
}

void Hierarchy::add_leaf_below_top(Code code) {
    leaves_.push_back(static_cast<NodeId>(nodes_.size()));
    nodes_.push_back({domain_->label(code), Span::of(code), 0, 1, 0});
    nodes_.front().span.hi = code + 1;
}

const Hierarchy::Node& Hierarchy::at_level(Code leaf, std::uint32_t level) const {
    const std::uint32_t cut = height() - std::min(level, height());
    const Node* node = &nodes_[leaves_[leaf]];
    while (node->depth > cut) node = &nodes_[node->parent];
    return *node;
}

std::optional<Hierarchy::NodeId> Hierarchy::find_node(std::string_view label) const {
    if (const auto inner = inner_by_label_.find(std::string(label)); inner != inner_by_label_.end())
        return inner->second;
    if (const auto code = domain_->find(label)) return leaves_[*code];
    if (label == "NULL" && domain_->has_null()) return leaves_[domain_->null_code()];
    return std::nullopt;
}

std::optional<Span> Hierarchy::find(std::string_view label) const {
    const auto node = find_node(label);
    if (!node) return std::nullopt;
    return nodes_[*node].span;
}

Hierarchy::NodeId Hierarchy::covering(Span span) const {
    NodeId node = leaves_[span.lo];
    while (!nodes_[node].span.covers(span)) node = nodes_[node].parent;
    return node;
}

}  // namespace scrim::hierarchy

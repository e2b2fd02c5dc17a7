#include "methods/views/recoding/attribute.h"

#include "kernel/core/number_text.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/label.h"
#include "kernel/hierarchy/leaf_values.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace scrim::views {
namespace {

// A leaf that stands for its parent's label itself.
std::string itself(const std::string& label) { return "\x1f" + label; }

// The tops of a forest, in order of appearance.
std::vector<std::string> tops_of(const DghEdges& edges) {
    std::unordered_set<std::string> children, seen;
    for (const auto& [child, parent] : edges)
        if (child != parent) children.insert(child);
    std::vector<std::string> tops;
    for (const auto& [child, parent] : edges)
        for (const std::string* label : {&parent, &child})
            if (!children.contains(*label) && seen.insert(*label).second) tops.push_back(*label);
    return tops;
}

DghEdges with_one_top(DghEdges edges) {
    const std::vector<std::string> tops = tops_of(edges);
    if (tops.size() > 1)
        for (const std::string& top : tops)
            if (top != "*") edges.emplace_back(top, "*");
    return edges;
}

// A value of the same kind that is not `value`.
std::string another(const std::string& value) {
    const auto read = hierarchy::read_leaf_values({value});
    if (!read) return itself("*");
    const Int128 units = read->units[0] + 1;
    if (read->kind == Domain::Kind::number) return format_decimal(units, read->scale);
    const auto time = static_cast<std::int64_t>(units);
    return read->kind == Domain::Kind::date ? format_date(time) : format_timestamp(time);
}

// One more leaf for each parent of one child.
std::vector<std::string> only_parents(const DghEdges& edges) {
    std::map<std::string, int> children;
    for (const auto& [child, parent] : edges)
        if (child != parent) ++children[parent];
    std::vector<std::string> only;
    for (const auto& [parent, count] : children)
        if (count == 1) only.push_back(parent);
    return only;
}

hierarchy::Hierarchy flat_text(const DghEdges& edges) {
    std::vector<std::string> values;
    for (const auto& [value, top] : edges) values.push_back(value);
    return hierarchy::Hierarchy::flat(std::make_shared<const Domain>(Domain::of_text(std::move(values))));
}

}  // namespace

Result<hierarchy::Hierarchy> hierarchy_of_edges(const DghEdges& edges) {
    return hierarchy::Hierarchy::from_pairs(with_one_top(edges));
}

DghEdges edges_of(const hierarchy::Hierarchy& hierarchy) {
    DghEdges edges;
    const auto nodes = hierarchy.nodes();
    const Domain& domain = hierarchy.domain();
    for (std::size_t n = 1; n < nodes.size(); ++n)
        if (!domain.has_null() || nodes[n].span != Span::of(domain.null_code()))
            edges.emplace_back(nodes[n].label, nodes[nodes[n].parent].label);
    return edges;
}

Result<ViewAttribute> ViewAttribute::make(const std::string& column, const DghEdges* edges,
                                          std::span<const std::string> values, bool has_null,
                                          ViewDefinition::UnknownValue unknown, bool nodes_apart) {
    ViewAttribute made;
    DghEdges all;
    std::vector<std::pair<std::string, std::string>> silent;  // value, leaf
    if (edges == nullptr) {
        all.reserve(values.size());
        for (const std::string& value : values)
            if (value == "*")
                silent.emplace_back(value, itself(value)), all.emplace_back(itself(value), "*");
            else
                all.emplace_back(value, "*");
        if (all.empty()) all.emplace_back(itself("*"), "*");
    } else {
        SCRIM_TRY(hierarchy::Hierarchy dgh, hierarchy_of_edges(*edges));
        made.tree_ = std::make_shared<const hierarchy::Hierarchy>(std::move(dgh));
        const hierarchy::Hierarchy& tree = *made.tree_;
        all = with_one_top(*edges);
        const std::string& top = tree.nodes()[0].label;
        for (const std::string& value : values) {
            if (tree.domain().find(value)) continue;
            if (tree.find_node(value)) {
                silent.emplace_back(value, itself(value));
                all.emplace_back(itself(value), value);
                continue;
            }
            if (unknown == ViewDefinition::UnknownValue::refuse)
                return input_error(format(
                    "column {} holds a value that its DGH lacks; add it with INSERT INTO DGH, or make the view with "
                    "UNKNOWN VALUE TOP",
                    quoted(column)));
            silent.emplace_back(value, value);
            all.emplace_back(value, top);
        }
    }
    std::optional<std::string> beside;  // nobody's value
    if (nodes_apart && edges == nullptr && all.size() == 1 && silent.empty() && !values.empty())
        all.emplace_back(beside.emplace(another(values[0])), "*");
    if (nodes_apart && edges != nullptr)
        for (const std::string& parent : only_parents(all)) {
            silent.emplace_back(parent, itself(parent));
            all.emplace_back(itself(parent), parent);
        }
    if (edges == nullptr) std::sort(all.begin(), all.end());
    Result<hierarchy::Hierarchy> tree = hierarchy::Hierarchy::from_pairs(all);
    if (!tree && edges != nullptr) return tree.error();
    // Texts such as 1 and 1.0 are one number but two values.
    hierarchy::Hierarchy hierarchy = tree ? *std::move(tree) : flat_text(all);
    if (has_null) hierarchy = hierarchy.with_null();
    made.hierarchy_ = std::make_shared<const hierarchy::Hierarchy>(std::move(hierarchy));
    const Domain& domain = made.hierarchy_->domain();
    if (!silent.empty() || beside) made.silent_.assign(domain.size(), 0);
    if (beside) made.silent_[*domain.find(*beside)] = 1;
    for (const auto& [value, leaf] : silent) {
        const Code code = *domain.find(leaf);
        made.silent_[code] = 1;
        made.codes_.emplace(value, code);
    }
    made.intervals_ = edges == nullptr && domain.is_numeric() && silent.empty();
    return made;
}

std::optional<Code> ViewAttribute::find_code(const std::string& value) const {
    if (!codes_.empty())
        if (const auto found = codes_.find(value); found != codes_.end()) return found->second;
    const auto code = hierarchy_->domain().find(value);
    return code && !silent_.empty() && silent_[*code] ? std::nullopt : code;
}

LabelMap ViewAttribute::labels(std::vector<Span> spans) const {
    return tree_ ? LabelMap::of_nodes(*hierarchy_, tree_, silent_)
                 : LabelMap::of_spans(*hierarchy_, std::move(spans), silent_);
}

std::string ViewAttribute::text_of(Span node) const {
    const Domain& domain = hierarchy_->domain();
    if (node == Span::of(domain.null_code()) && domain.has_null()) return hierarchy_->nodes()[0].label;
    hierarchy::Hierarchy::NodeId shown = hierarchy_->covering(node);
    if (node.width() == 1 && !silent_.empty() && silent_[node.lo]) shown = hierarchy_->nodes()[shown].parent;
    const std::string& text = hierarchy_->nodes()[shown].label;
    // By the DGH's own spelling.
    const auto own = tree_ ? tree_->find_node(text) : std::nullopt;
    return own ? tree_->nodes()[*own].label : text;
}

}  // namespace scrim::views

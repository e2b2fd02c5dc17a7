#include "views/attribute.h"

#include "core/text.h"

#include <algorithm>
#include <unordered_set>

namespace scrim {
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

Hierarchy flat_text(const DghEdges& edges) {
    std::vector<std::string> values;
    for (const auto& [value, top] : edges) values.push_back(value);
    return Hierarchy::flat(std::make_shared<const Domain>(Domain::of_text(std::move(values))));
}

}  // namespace

Result<Hierarchy> hierarchy_of_edges(const DghEdges& edges) { return Hierarchy::from_pairs(with_one_top(edges)); }

DghEdges edges_of(const Hierarchy& hierarchy) {
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
                                          ViewDefinition::UnknownValue unknown) {
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
        SCRIM_TRY(const Hierarchy tree, hierarchy_of_edges(*edges));
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
    if (edges == nullptr) std::sort(all.begin(), all.end());
    Result<Hierarchy> tree = Hierarchy::from_pairs(all);
    if (!tree && edges != nullptr) return tree.error();
    // Texts such as 1 and 1.0 are one number but two values.
    Hierarchy hierarchy = tree ? *std::move(tree) : flat_text(all);
    if (has_null) hierarchy = hierarchy.with_null();
    made.hierarchy_ = std::make_shared<const Hierarchy>(std::move(hierarchy));
    const Domain& domain = made.hierarchy_->domain();
    if (!silent.empty()) made.silent_.assign(domain.size(), 0);
    for (const auto& [value, leaf] : silent) {
        const Code code = *domain.find(leaf);
        made.silent_[code] = 1;
        made.codes_.emplace(value, code);
    }
    made.has_dgh_ = edges != nullptr;
    made.intervals_ = edges == nullptr && domain.is_numeric() && silent.empty();
    return made;
}

std::optional<Code> ViewAttribute::find_code(const std::string& value) const {
    if (!codes_.empty())
        if (const auto found = codes_.find(value); found != codes_.end()) return found->second;
    return hierarchy_->domain().find(value);
}

std::shared_ptr<const Labels> ViewAttribute::labels(std::vector<Span> spans) const {
    const auto labels = has_dgh_ ? node_labels() : Labels::of_spans(hierarchy_, std::move(spans), silent_);
    return below_ ? labels->meaning(below_) : labels;
}

}  // namespace scrim

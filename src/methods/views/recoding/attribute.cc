#include "methods/views/recoding/attribute.h"

#include "kernel/core/number_text.h"
#include "kernel/core/parallel.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/label.h"
#include "kernel/hierarchy/leaf_values.h"

#include <algorithm>
#include <map>
#include <span>
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

// Texts directly below "*": numbers or dates where all of them are and no two are one, as 1 and 1.0 would be.
hierarchy::Hierarchy flat_of_texts(std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    auto read = texts.front().empty() ? std::nullopt : hierarchy::read_leaf_values(texts);
    if (read) std::sort(read->units.begin(), read->units.end());
    const bool apart = read && std::adjacent_find(read->units.begin(), read->units.end()) == read->units.end();
    return hierarchy::Hierarchy::flat(
        std::make_shared<const Domain>(apart ? Domain::of_numbers(std::move(read->units), read->scale, read->kind)
                                             : Domain::of_text(std::move(texts))));
}

// An attribute's hierarchy, and its leaves that do not show themselves.
struct Leaves {
    hierarchy::Hierarchy hierarchy;
    std::vector<std::pair<std::string, std::string>> silent = {};  // value, leaf
    std::optional<std::string> beside = {};                        // the same; nobody's value
};

Leaves leaves_without_dgh(std::vector<std::string> texts, bool nodes_apart) {
    Leaves leaves;
    for (std::string& text : texts)
        if (text == "*") leaves.silent.emplace_back(text, itself(text)), text = itself(text);
    if (nodes_apart && texts.size() == 1 && leaves.silent.empty())
        texts.push_back(leaves.beside.emplace(another(texts[0])));
    if (texts.empty()) texts.push_back(itself("*"));
    leaves.hierarchy = flat_of_texts(std::move(texts));
    return leaves;
}

// `tree` is the DGH.
Result<Leaves> leaves_of_dgh(const DghEdges& edges, const hierarchy::Hierarchy& tree,
                             std::span<const std::string> texts, const std::string& column,
                             ViewDefinition::UnknownValue unknown, bool nodes_apart) {
    Leaves leaves;
    DghEdges all = with_one_top(edges);
    const auto add = [&](const std::string& value, const std::string& leaf, const std::string& parent) {
        leaves.silent.emplace_back(value, leaf);
        all.emplace_back(leaf, parent);
    };
    for (const std::string& value : texts) {
        if (tree.domain().find(value)) continue;
        if (tree.find_node(value)) {
            add(value, itself(value), value);
            continue;
        }
        if (unknown == ViewDefinition::UnknownValue::refuse)
            return input_error(
                format("column {} holds a value that its DGH lacks; add it with INSERT INTO DGH, or make the view with "
                       "UNKNOWN VALUE TOP",
                       quoted(column)));
        add(value, value, tree.nodes()[0].label);
    }
    if (nodes_apart)
        for (const std::string& parent : only_parents(all)) add(parent, itself(parent), parent);
    SCRIM_TRY(leaves.hierarchy, hierarchy::Hierarchy::from_pairs(all));
    return leaves;
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

Result<ViewAttribute> ViewAttribute::make(const std::string& column, const DghEdges* edges, const DomainPtr& values,
                                          ViewDefinition::UnknownValue unknown, bool nodes_apart) {
    if (edges == nullptr && values->is_numeric() && values->values() > (nodes_apart ? 1 : 0)) {
        ViewAttribute made(column, hierarchy::Hierarchy::flat(values));
        made.print_intervals(true);
        return made;
    }
    std::vector<std::string> texts;
    for (Code code = 0; code < values->values(); ++code) texts.push_back(values->label(code));
    std::shared_ptr<const hierarchy::Hierarchy> tree;
    Leaves leaves;
    if (edges == nullptr) {
        leaves = leaves_without_dgh(std::move(texts), nodes_apart);
    } else {
        SCRIM_TRY(hierarchy::Hierarchy dgh, hierarchy_of_edges(*edges));
        tree = std::make_shared<const hierarchy::Hierarchy>(std::move(dgh));
        SCRIM_TRY(leaves, leaves_of_dgh(*edges, *tree, texts, column, unknown, nodes_apart));
    }
    ViewAttribute made(column, values->has_null() ? leaves.hierarchy.with_null() : std::move(leaves.hierarchy));
    made.tree_ = std::move(tree);
    const Domain& domain = made.attribute_.domain();
    if (!leaves.silent.empty() || leaves.beside) made.silent_.assign(domain.size(), 0);
    if (leaves.beside) made.silent_[*domain.find(*leaves.beside)] = 1;
    for (const auto& [value, leaf] : leaves.silent) {
        const Code code = *domain.find(leaf);
        made.silent_[code] = 1;
        made.codes_.emplace(value, code);
    }
    made.print_intervals(edges == nullptr && domain.is_numeric() && leaves.silent.empty());
    return made;
}

ViewAttribute::ViewAttribute(const std::string& column, hierarchy::Hierarchy hierarchy) {
    attribute_.name = column;
    attribute_.max_level = hierarchy.height();
    attribute_.hierarchy = std::make_shared<const hierarchy::Hierarchy>(std::move(hierarchy));
}

std::vector<Code> ViewAttribute::codes(const Column& column) const {
    const Domain& from = column.domain();
    const Domain& to = attribute_.domain();
    // Without a DGH the values are often all that there is, in the same order.
    const bool alike = !tree_ && silent_.empty() && from.kind() == to.kind() && from.scale() == to.scale();
    const auto stays = [&](Code value) {
        if (!alike || value >= to.values()) return false;
        return from.is_numeric() ? from.units(value) == to.units(value) : from.label(value) == to.label(value);
    };
    std::vector<Code> leaf(from.size());
    parallel_for(0, from.values(), 1024, [&](std::size_t begin, std::size_t end) {
        for (Code value = static_cast<Code>(begin); value < end; ++value)
            leaf[value] = stays(value) ? value : code_of(from.label(value));
    });
    if (from.has_null()) leaf[from.null_code()] = null_code();
    std::vector<Code> codes(column.size());
    column.visit([&](auto given) {
        std::transform(given.begin(), given.end(), codes.begin(), [&](auto code) { return leaf[code]; });
    });
    return codes;
}

std::optional<Code> ViewAttribute::find_code(const std::string& value) const {
    if (!codes_.empty())
        if (const auto found = codes_.find(value); found != codes_.end()) return found->second;
    const auto code = attribute_.domain().find(value);
    return code && !silent_.empty() && silent_[*code] ? std::nullopt : code;
}

LabelMap ViewAttribute::labels(std::vector<Span> spans) const {
    return tree_ ? LabelMap::of_nodes(*attribute_.hierarchy, tree_, silent_)
                 : LabelMap::of_spans(*attribute_.hierarchy, std::move(spans), silent_);
}

std::string ViewAttribute::text_of(Span node) const {
    const Domain& domain = attribute_.domain();
    if (node == Span::of(domain.null_code()) && domain.has_null()) return attribute_.hierarchy->nodes()[0].label;
    hierarchy::Hierarchy::NodeId shown = attribute_.hierarchy->covering(node);
    if (node.width() == 1 && !silent_.empty() && silent_[node.lo]) shown = attribute_.hierarchy->nodes()[shown].parent;
    const std::string& text = attribute_.hierarchy->nodes()[shown].label;
    // By the DGH's own spelling.
    const auto own = tree_ ? tree_->find_node(text) : std::nullopt;
    return own ? tree_->nodes()[*own].label : text;
}

}  // namespace scrim::views

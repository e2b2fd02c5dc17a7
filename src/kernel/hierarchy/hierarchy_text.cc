#include "kernel/hierarchy/hierarchy_text.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/delimited_text.h"
#include "kernel/hierarchy/hierarchy_builder.h"
#include "kernel/hierarchy/label_tree.h"

#include <algorithm>
#include <unordered_set>

namespace scrim::hierarchy {
namespace {

bool are_pairs(const std::vector<TextRow>& rows) {
    std::unordered_set<std::string_view> children;
    for (const TextRow& row : rows) {
        if (count_filled(row.fields) > 2) return false;
        children.insert(row.fields[0]);
    }
    return std::any_of(rows.begin(), rows.end(), [&](const TextRow& row) {
        return count_filled(row.fields) == 2 && children.contains(row.fields[1]);
    });
}

Result<LabelTree> gather_tree(const std::vector<TextRow>& rows) {
    LabelTreeBuilder labels("line");
    const bool pairs = are_pairs(rows);
    for (const TextRow& row : rows) {
        if (pairs)
            SCRIM_CHECK(labels.add_edge(row.fields[0], row.fields[count_filled(row.fields) == 2 ? 1 : 0], row.line));
        else
            SCRIM_CHECK(labels.add_path(row.fields, row.line));
    }
    return labels.finish();
}

Result<Hierarchy> parse_unnamed(std::string_view text) {
    SCRIM_TRY(const std::vector<TextRow> rows, split_rows(text));
    SCRIM_TRY(LabelTree tree, gather_tree(rows));
    return HierarchyBuilder::build(std::move(tree));
}

}  // namespace

Result<Hierarchy> parse_hierarchy(std::string_view text, const std::string& name) {
    auto parsed = parse_unnamed(text);
    if (!parsed) return Error{parsed.error().kind, format("hierarchy {}: {}", quoted(name), parsed.error().message)};
    return parsed;
}

std::string format_hierarchy(const Hierarchy& hierarchy) {
    std::string text;
    for (Code code = 0; code < hierarchy.domain().values(); ++code) {
        const Hierarchy::Node* node = &hierarchy.nodes()[hierarchy.leaf(code)];
        for (std::uint32_t cut = hierarchy.height() + 1; cut-- > 0;) {  // level 0 cuts at the greatest depth
            while (node->depth > cut) node = &hierarchy.nodes()[node->parent];
            text += write_field(node->label);
            text += cut > 0 ? ';' : '\n';
        }
    }
    return text;
}

}  // namespace scrim::hierarchy

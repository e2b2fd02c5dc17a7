#include "methods/policy/hierarchy_files.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/hierarchy_text.h"
#include "methods/files/file.h"

namespace scrim::policy {

Result<hierarchy::Hierarchy> read_hierarchy(const std::string& path) {
    SCRIM_TRY(const std::string text, files::read_file(path));
    return hierarchy::parse_hierarchy(text, path);
}

Result<std::string> hierarchy_text(const ColumnPolicy& column) {
    return column.hierarchy_text.empty() ? files::read_file(column.hierarchy) : column.hierarchy_text;
}

Result<hierarchy::Hierarchy> read_hierarchy(const ColumnPolicy& column) {
    SCRIM_TRY(const std::string text, hierarchy_text(column));
    const bool given = column.hierarchy.empty();
    return hierarchy::parse_hierarchy(text, given ? "the hierarchy of " + quoted(column.name) : column.hierarchy);
}

Result<hierarchy::Hierarchies> read_hierarchies(const Policy& policy) {
    hierarchy::Hierarchies hierarchies;
    for (const ColumnPolicy& column : policy.columns) {
        if (!column.has_hierarchy()) continue;
        SCRIM_TRY(hierarchy::Hierarchy hierarchy, read_hierarchy(column));
        hierarchies.emplace(column.name, std::make_shared<hierarchy::Hierarchy>(std::move(hierarchy)));
    }
    return hierarchies;
}

}  // namespace scrim::policy

#include "methods/policy/hierarchy_files.h"

#include "kernel/hierarchy/hierarchy_text.h"
#include "methods/files/file.h"

namespace scrim::policy {

Result<hierarchy::Hierarchy> read_hierarchy(const std::string& path) {
    SCRIM_TRY(const std::string text, files::read_file(path));
    return hierarchy::parse_hierarchy(text, path);
}

Result<hierarchy::Hierarchies> read_hierarchies(const Policy& policy) {
    hierarchy::Hierarchies hierarchies;
    for (const ColumnPolicy& column : policy.columns) {
        if (column.hierarchy.empty()) continue;
        SCRIM_TRY(hierarchy::Hierarchy hierarchy, read_hierarchy(column.hierarchy));
        hierarchies.emplace(column.name, std::make_shared<hierarchy::Hierarchy>(std::move(hierarchy)));
    }
    return hierarchies;
}

}  // namespace scrim::policy

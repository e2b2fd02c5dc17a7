#include "policy/hierarchy_files.h"

#include "core/file.h"
#include "hierarchy/hierarchy_text.h"

namespace scrim {

Result<Hierarchy> read_hierarchy(const std::string& path) {
    SCRIM_TRY(const std::string text, read_file(path));
    return parse_hierarchy(text, path);
}

Result<Hierarchies> read_hierarchies(const Policy& policy) {
    Hierarchies hierarchies;
    for (const ColumnPolicy& column : policy.columns) {
        if (column.hierarchy.empty()) continue;
        SCRIM_TRY(Hierarchy hierarchy, read_hierarchy(column.hierarchy));
        hierarchies.emplace(column.name, std::make_shared<Hierarchy>(std::move(hierarchy)));
    }
    return hierarchies;
}

}  // namespace scrim

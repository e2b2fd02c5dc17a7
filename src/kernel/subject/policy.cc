#include "scrim/policy.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim {

const ColumnPolicy* Policy::find(std::string_view column) const {
    for (const ColumnPolicy& known : columns)
        if (known.name == column) return &known;
    return nullptr;
}

std::vector<std::string> Policy::columns_in(Role role) const {
    std::vector<std::string> names;
    for (const ColumnPolicy& column : columns)
        if (column.role == role) names.push_back(column.name);
    return names;
}

Policy with_defaults(Policy policy, const std::vector<std::string>& columns) {
    if (!policy.default_role) return policy;
    for (const std::string& name : columns) {
        const bool guards = std::any_of(policy.columns.begin(), policy.columns.end(),
                                        [&](const ColumnPolicy& column) { return column.guard == name; });
        if (policy.find(name) || guards) continue;
        ColumnPolicy column;
        column.name = name;
        column.role = *policy.default_role;
        column.by_default = true;
        policy.columns.push_back(std::move(column));
    }
    return policy;
}

std::string near_column(const Policy& policy, const std::string& name) {
    std::vector<std::string> names;
    for (const ColumnPolicy& column : policy.columns) names.push_back(column.name);
    return did_you_mean(name, names);
}

TableInput read_as(TableInput table, const Policy& policy) {
    for (const ColumnPolicy& column : policy.columns) {
        // The leaves of a hierarchy are spelled in one way, and say how the values are.
        const bool plain = column.type == ColumnType::found && column.has_hierarchy();
        const ColumnType type = plain ? ColumnType::plain : column.type;
        if (type != ColumnType::found || !column.missing.empty())
            table.columns.push_back({column.name, type, column.missing});
    }
    table.missing.insert(table.missing.end(), policy.missing.begin(), policy.missing.end());
    return table;
}

}  // namespace scrim

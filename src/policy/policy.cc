#include "scrim/policy.h"

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

}  // namespace scrim

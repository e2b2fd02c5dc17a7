#include "kernel/subject/stray_notes.h"

#include "kernel/core/field.h"
#include "kernel/core/stray_values.h"
#include "kernel/core/text.h"

namespace scrim::subject {

std::vector<std::string> stray_notes(const Table& table, const Policy& policy) {
    std::vector<std::string> notes;
    for (std::size_t c = 0; c < table.width(); ++c) {
        const ColumnPolicy* column = policy.find(table.name(c));
        if (!column || (column->role != Role::quasi_identifier && column->role != Role::sensitive)) continue;
        if (column->type != ColumnType::found || column->has_hierarchy()) continue;
        const Domain& domain = table[c].domain();
        const auto strays = stray_values(domain);
        if (!strays) continue;
        const bool one = strays->values.size() == 1;
        const std::string first = quoted_field("missing", strays->values.front());
        notes.push_back(format(
            "column {} is taken for text, not for {}, because of {} of its {} different values: {}; "
            "if {} 'no value', say {} (missing: in the policy)",
            quoted(column->name), strays->read_as, with_thousands(strays->values.size()),
            with_thousands(domain.values()), list_some(strays->values, 3), one ? "it means" : "they mean", first));
    }
    return notes;
}

}  // namespace scrim::subject

#include "methods/release/needs_original.h"

#include "kernel/models/model.h"
#include "methods/release/publish_table.h"

#include <algorithm>

namespace scrim::release {

// People, guarding nodes and the original's distributions are not in the release.
bool needs_original(const Policy& policy) {
    const auto compares = [](const Requirement& requirement) {
        const auto model = models::make_model(requirement);
        return model && (*model)->against_original();
    };
    return !policy.person.empty() || std::any_of(policy.require.begin(), policy.require.end(), compares) ||
           std::any_of(policy.columns.begin(), policy.columns.end(),
                       [](const ColumnPolicy& column) { return !column.guard.empty(); }) ||
           changes_values(policy);
}

}  // namespace scrim::release

#include "kernel/core/json.h"
#include "methods/policy/hierarchy_files.h"
#include "methods/sync/sync_table.h"

namespace scrim::syncing {

Result<std::string> asked_text(const SyncRequest& request) {
    const Policy& policy = request.policy;
    Json columns = Json::array(), require = Json::array();
    for (const ColumnPolicy& column : policy.columns) {
        Json entry{{"name", column.name},     {"role", role_name(column.role)},        {"guard", column.guard},
                   {"weight", column.weight}, {"type", column_type_name(column.type)}, {"missing", column.missing}};
        if (column.max_level) entry["max_level"] = *column.max_level;
        if (column.has_hierarchy()) {
            SCRIM_TRY(entry["hierarchy"], policy::hierarchy_text(column));
        }
        columns.push_back(std::move(entry));
    }
    for (const Requirement& requirement : policy.require) require.push_back(to_string(requirement));
    Json json{{"columns", columns},
              {"require", require},
              {"population", policy.population},
              {"person", policy.person},
              {"sample", {policy.sample_weight, policy.sampling_fraction, policy.household}},
              {"rows_are_persons", policy.rows_are_persons},
              {"exact", policy.accept_exact},
              {"max_singled_out", policy.max_singled_out},
              {"algorithm", {policy.algorithm, policy.minimize, policy.suppress}},
              {"default", policy.default_role ? role_name(*policy.default_role) : ""},
              {"missing", policy.missing}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace scrim::syncing

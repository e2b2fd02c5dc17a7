// Static generalization (sta-gen): one generalized version answers everything. For comparison.
#include "methods/statdb/framework.h"
#include "methods/statdb/stat_bound.h"
#include "methods/statdb/static_versions.h"

namespace scrim::statdb {
namespace {

Result<std::optional<Asked>> ask_static_generalization(const StatTable& table, const Query& query,
                                                       const Condition& rows) {
    SCRIM_TRY(const Rectangle rectangle, rectangle_of(rows, table.schema()));
    return std::optional(counted_as(query, value_of(count_by_static_generalization(table, rectangle, query.values))));
}

}  // namespace

const Framework& static_generalization_framework() {
    static const Framework spec{.name = "static_generalization",
                                .says = "a comparison: one generalized version answers everything",
                                .against = "whoever has no other answers about this table",
                                .when = "",
                                .baseline = true,
                                .generalizes = true,
                                .ask = ask_static_generalization};
    return spec;
}

}  // namespace scrim::statdb

// Static anatomy (sta-ana): one anatomized version answers everything. For comparison.
#include "methods/statdb/framework.h"
#include "methods/statdb/stat_bound.h"
#include "methods/statdb/static_versions.h"

namespace scrim::statdb {
namespace {

Result<std::optional<Asked>> ask_static_anatomy(const StatTable& table, const Query& query, const Condition& rows) {
    return std::optional(counted_as(query, value_of(count_by_static_anatomy(table, rows, query.values))));
}

}  // namespace

const Framework& static_anatomy_framework() {
    static const Framework spec{.name = "static_anatomy",
                                .says = "a comparison: one anatomized version answers everything",
                                .against = "whoever has no other answers about this table",
                                .when = "",
                                .baseline = true,
                                .shows_who = true,
                                .ask = ask_static_anatomy};
    return spec;
}

}  // namespace scrim::statdb

// Random perturbation (ran-pert): estimates from a table whose sensitive values were exchanged at random. For
// comparison.
#include "methods/statdb/framework.h"
#include "methods/statdb/stat_bound.h"
#include "methods/statdb/static_versions.h"

namespace scrim::statdb {
namespace {

Result<std::optional<Asked>> ask_perturbation(const StatTable& table, const Query& query, const Condition& rows) {
    const PerturbedCount estimate = count_by_perturbation(table, rows, query.values);
    return std::optional(counted_as(query, {estimated(estimate.lower), estimated(estimate.upper), false}));
}

}  // namespace

const Framework& perturbation_framework() {
    static const Framework spec{
        .name = "perturbation",
        .says =
            "a comparison: sensitive values were exchanged at random; the true answer is in the interval with a "
            "confidence of 80 %",
        .against = "whoever has no other answers about this table",
        .when = "",
        .baseline = true,
        .sure = false,
        .ask = ask_perturbation};
    return spec;
}

}  // namespace scrim::statdb

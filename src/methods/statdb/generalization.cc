// Generalization: counts from the generalization that suits the question best (generalization_answer.h).
#include "methods/statdb/generalization_answer.h"

#include "methods/statdb/framework.h"
#include "methods/statdb/stat_bound.h"

namespace scrim::statdb {
namespace {

Result<std::optional<Asked>> ask_generalization(const StatTable& table, const Query& query, const Condition& rows) {
    SCRIM_TRY(const Rectangle rectangle, rectangle_of(rows, table.schema()));
    const GeneralizedCount made = count_by_generalization(table, rectangle, query.values);
    return std::optional(counted_as(query, value_of(made.interval), made.effort));
}

}  // namespace

const Framework& generalization_framework() {
    static const Framework spec{
        .name = "generalization",
        .says =
            "nobody's sensitive value can be told with more certainty than 1/m, however many questions are asked; "
            "the true answer is surely in the interval",
        .against =
            "whoever knows everybody's quasi-identifiers, this program and all answers, but nobody's sensitive "
            "value; who is in the table is not shown, but may be inferred where few people come into question",
        .when = "when presence itself is confidential",
        .generalizes = true,
        .ask = ask_generalization};
    return spec;
}

}  // namespace scrim::statdb

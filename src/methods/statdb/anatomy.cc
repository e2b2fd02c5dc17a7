// Anatomy: every aggregate, from the anatomy that suits the question best (anatomy_answer.h).
#include "kernel/core/text.h"
#include "methods/statdb/anatomy_answer.h"
#include "methods/statdb/framework.h"
#include "methods/statdb/stat_bound.h"

namespace scrim::statdb {
namespace {

Bounds bounds_of(const AnatomyAnswer& answer, Query::Aggregate aggregate) {
    switch (aggregate) {
        case Query::Aggregate::count: return answer.count();
        case Query::Aggregate::sum: return answer.sum();
        case Query::Aggregate::avg: return answer.avg();
        case Query::Aggregate::min: return answer.min();
        case Query::Aggregate::max: return answer.max();
        case Query::Aggregate::quantile: break;  // refused before
    }
    return {};
}

Result<std::optional<Asked>> ask_anatomy(const StatTable& table, const Query& query, const Condition& rows) {
    const AnatomyAnswer answer(table, rows, query.values);
    if (answer.is_empty() && !query.groups.empty()) return std::optional<Asked>();
    Asked asked;
    asked.effort = answer.effort();
    const Domain& domain = table.schema().sensitive.domain();
    for (const Query::Item& item : query.items) {
        if (item.is_group) continue;
        const Bounds bounds = bounds_of(answer, item.aggregate);
        if (bounds.too_large)
            return input_error(format("{} of {} needs more digits than are computed with (38)", item.title,
                                      quoted(table.schema().sensitive.name)));
        StatValue value = value_of(bounds);
        const bool ends = item.aggregate == Query::Aggregate::min || item.aggregate == Query::Aggregate::max;
        if (ends && domain.kind() != Domain::Kind::number && bounds.lower) {
            value.lower = date_of(*bounds.lower, domain);
            value.upper = date_of(*bounds.upper, domain);
        }
        asked.values.push_back(std::move(value));
    }
    return std::optional(std::move(asked));
}

}  // namespace

const Framework& anatomy_framework() {
    static const Framework spec{
        .name = "anatomy",
        .says =
            "nobody's sensitive value can be told with more certainty than 1/m, however many questions are asked; "
            "the true answer is surely in the interval",
        .against =
            "whoever knows everybody's quasi-identifiers, this program and all answers, but nobody's sensitive "
            "value; it may be learned who is in the table",
        .when = "",
        .shows_who = true,
        .only_counts = false,
        .ask = ask_anatomy};
    return spec;
}

}  // namespace scrim::statdb

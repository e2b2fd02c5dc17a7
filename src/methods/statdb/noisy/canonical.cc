#include "methods/statdb/noisy/canonical.h"

#include "kernel/core/json.h"

#include <algorithm>
#include <vector>

namespace scrim::statdb::noisy {
namespace {

Json spans_json(const std::vector<Span>& spans, const Domain& domain) {
    Json json = Json::array();
    for (const Span span : spans) json.push_back({domain.label(span.lo), domain.label(span.hi - 1)});
    return json;
}

Json condition_json(const Condition& condition, const StatSchema& schema) {
    if (condition.kind == Condition::Kind::in) {
        const hierarchy::Attribute& column = schema.quasi_identifiers[condition.column];
        return {{"column", column.name}, {"in", spans_json(condition.spans, column.domain())}};
    }
    if (condition.parts.size() == 1) return condition_json(condition.parts.front(), schema);
    std::vector<Json> parts;
    for (const Condition& part : condition.parts) parts.push_back(condition_json(part, schema));
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    if (parts.size() == 1) return parts.front();
    return {{condition.kind == Condition::Kind::all_of ? "all" : "any", parts}};
}

}  // namespace

std::string canonical(const Query& query, const StatSchema& schema, const Plan& plan, const Ratio& amount) {
    static constexpr const char* names[] = {"COUNT", "SUM", "AVG", "MIN", "MAX", "QUANTILE"};
    Json json;
    json["select"] = Json::array();
    for (const Query::Item& item : query.items)
        if (!item.is_group) {
            json["select"].push_back(names[static_cast<int>(item.aggregate)]);
            if (item.aggregate == Query::Aggregate::quantile)
                json["select"].push_back(item.quantile.reduced().to_string());
        }
    for (const Query::Group& group : query.groups)
        json["by"].push_back({schema.quasi_identifiers[group.column].name, group.level});
    json["where"] = condition_json(query.rows, schema);
    json["of"] = spans_json(query.values, schema.sensitive.domain());
    json["noise"] = plan.gaussian ? "Gaussian" : "Laplace";
    json["amount"] = amount.to_string();
    if (plan.clip.lowest != 0 || plan.clip.highest != 0)
        json["clip"] = {to_string(plan.clip.lowest), to_string(plan.clip.highest)};
    // Where choices aim at depends on it; noise does not.
    if (plan.ranks) json["confidence"] = plan.confidence.to_string();
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace scrim::statdb::noisy

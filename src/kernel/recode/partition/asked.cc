#include "kernel/recode/partition/asked.h"

#include <algorithm>

namespace scrim::recode::partition {

Asked::Asked(const Plan& plan, bool wanted) : plan_(plan) {
    if (!wanted) return;
    const Problem& problem = plan.problem;
    for (const CountQuery& asked : problem.workload.queries) {
        Query& query = queries_.emplace_back();
        for (const CountCondition& condition : asked)
            (condition.attribute < problem.dimensions() ? query.printed : query.exact)
                .push_back(
                    {static_cast<std::uint32_t>(condition.attribute), &condition, problem.workload.matches(condition)});
        double matching = 0;
        for (std::uint32_t tuple = 0; tuple < problem.tuples->size(); ++tuple)
            if (satisfies(query.printed, tuple) && satisfies(query.exact, tuple))
                matching += problem.tuples->weights[tuple];
        query.weight = 1 / std::max(matching, sanity_bound(static_cast<double>(problem.records())));
    }
}

bool Asked::satisfies(const std::vector<On>& conditions, std::uint32_t tuple) const {
    return std::all_of(conditions.begin(), conditions.end(),
                       [&](const On& on) { return on.matches[plan_.problem.column(on.attribute)[tuple]]; });
}

Asked::Counts Asked::counts(std::size_t query, std::uint32_t source) const {
    Counts counts;
    for (std::uint32_t tuple = plan_.offsets[source]; tuple < plan_.offsets[source + 1]; ++tuple)
        if (satisfies(queries_[query].exact, tuple)) counts.possible += plan_.problem.tuples->weights[tuple];
    if (satisfies(queries_[query].printed, plan_.offsets[source])) counts.matching = counts.possible;
    return counts;
}

}  // namespace scrim::recode::partition

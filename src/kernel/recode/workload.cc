// A record is expected to match by the share of its class's spans that is asked for; other columns are printed as they
// are. The error of a query is |expected - true| / max(true, sanity bound), the workload's the mean of these.
#include "kernel/recode/workload.h"

#include "kernel/core/parallel.h"
#include "kernel/recode/problem.h"
#include "kernel/recode/recoding.h"

#include <algorithm>
#include <cmath>

namespace scrim::recode {
namespace {

double error_of(const Problem& problem, const Recoding& recoding, const CountQuery& query) {
    const Workload& workload = problem.workload;
    std::vector<std::vector<char>> matches;
    for (const CountCondition& condition : query) matches.push_back(workload.matches(condition));
    const auto matching = [&](std::uint32_t tuple, bool printed) {
        for (std::size_t c = 0; c < query.size(); ++c)
            if (printed != (query[c].attribute < problem.dimensions()) &&
                !matches[c][problem.column(query[c].attribute)[tuple]])
                return false;
        return true;
    };
    const auto matching_all = [&](std::uint32_t tuple) { return matching(tuple, true) && matching(tuple, false); };
    double truth = 0, expected = 0;
    for (std::uint32_t tuple = 0; tuple < problem.tuples->size(); ++tuple)
        if (matching_all(tuple)) truth += problem.tuples->weights[tuple];
    for (std::size_t c = 0; c < recoding.size(); ++c) {
        double share = 1;
        for (const CountCondition& condition : query)
            if (condition.attribute < problem.dimensions())
                share *=
                    share_of(workload.at(condition.attribute, recoding.box(c)[condition.attribute]), condition.spans);
        if (share == 0) continue;
        for (const Member& member : recoding.members(c))
            if (matching(member.tuple, true)) expected += share * member.records;
    }
    return std::abs(expected - truth) / std::max(truth, sanity_bound(static_cast<double>(problem.records())));
}

}  // namespace

std::vector<char> Workload::matches(const CountCondition& condition) const {
    std::vector<char> found;
    for (const Code position : positions[condition.attribute])
        found.push_back(overlaps(Span::of(position), condition.spans));
    return found;
}

double workload_error(const Problem& problem, const Recoding& recoding) {
    const std::vector<CountQuery>& queries = problem.workload.queries;
    std::vector<double> errors(queries.size());
    parallel_for(0, errors.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t q = begin; q < end; ++q) errors[q] = error_of(problem, recoding, queries[q]);
    });
    double sum = 0;
    for (const double error : errors) sum += error;
    return sum / static_cast<double>(errors.size());
}

}  // namespace scrim::recode

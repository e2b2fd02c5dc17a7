// Workload: the count queries that a release should answer well.
//
//   if (!problem.workload.empty()) … workload_error(problem, recoding) …   // 0: every count is right
#pragma once

#include "kernel/core/count_query.h"

#include <vector>

namespace scrim::recode {

struct Problem;
class Recoding;

// Conditions name columns of the problem's tuples. Their spans are of positions among all values that can be asked
// about, of which a table may hold few: ages 20, 30 and 60 among 20, 21, …, 60.
struct Workload {
    std::vector<CountQuery> queries;
    std::vector<std::vector<Code>> positions;  // of the codes of each column, ascending; empty where nothing is asked

    bool empty() const { return queries.empty(); }
    Span at(std::size_t column, Span codes) const {
        return {positions[column][codes.lo], positions[column][codes.hi - 1] + 1};
    }
    // By code of its column: is the value asked for?
    std::vector<char> matches(const CountCondition& condition) const;
};

// By how much the counts that a user computes from the classes miss the true ones: what compare's query_error measures,
// before there is a release.
double workload_error(const Problem& problem, const Recoding& recoding);

}  // namespace scrim::recode

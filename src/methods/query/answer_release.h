// Answers to queries about a release.
#pragma once

#include "methods/query/released.h"
#include "methods/statdb/query/syntax.h"
#include "scrim/query.h"

namespace scrim::querying {

// Lemma 2 of seed 000 for cells and Lemma 3 for groups, with all that intersect in the upper bound. Stops between
// groups when `progress` says so.
Result<QueryAnswer> answer_release(const Released& released, const statdb::query::QuerySyntax& syntax,
                                   const Progress& progress);
// What the answers' intervals are not about.
std::vector<std::string> notes_on(const Released& released);

}  // namespace scrim::querying

// Which codes of a column a comparison matches.
//
// Numbers and dates compare by value, text by label. Where somebody made the column's hierarchy, = and IN also know the
// labels of its nodes, which mean every value below them.
#pragma once

#include "methods/statdb/query/columns.h"
#include "methods/statdb/query/spans.h"

namespace scrim::statdb::query {

// `leaf` is a comparison or IS NULL. Where `negated`, the codes for which NOT leaf is true: a comparison with NULL is
// neither true nor false, so that NULL is in neither set.
Result<Spans> matching_codes(const ConditionSyntax& leaf, bool negated, const QueryColumn& column);

}  // namespace scrim::statdb::query

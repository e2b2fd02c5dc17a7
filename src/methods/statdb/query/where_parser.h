// The condition of a query: OR, AND, NOT, parentheses, and comparisons of a column with values.
#pragma once

#include "methods/statdb/query/tokens.h"

namespace scrim::statdb::query {

// What follows WHERE; at most 100 parentheses and NOTs inside each other.
Result<ConditionSyntax> parse_where(QueryTokens& tokens);

}  // namespace scrim::statdb::query

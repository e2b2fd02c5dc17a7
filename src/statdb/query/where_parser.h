// The condition of a query: OR, AND, NOT, parentheses, and comparisons of a column with values.
#pragma once

#include "statdb/query/tokens.h"

namespace scrim {

// What follows WHERE; at most 100 parentheses and NOTs inside each other.
Result<ConditionSyntax> parse_where(QueryTokens& tokens);

}  // namespace scrim

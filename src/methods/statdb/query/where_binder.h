// The condition of a query, split into what it says about rows and about the sensitive value.
#pragma once

#include "methods/statdb/query/askable.h"
#include "methods/statdb/query/syntax.h"

namespace scrim::statdb::query {

struct BoundWhere {
    Condition rows;
    std::vector<Span> values;
    bool asks_for_values = false;
};

Result<BoundWhere> bind_where(const ConditionSyntax& where, const AskableColumns& askable);

}  // namespace scrim::statdb::query

// From the parts of a query to the columns, levels and codes that they mean.
#pragma once

#include "methods/statdb/query/syntax.h"

namespace scrim::statdb::query {

Result<Query> bind_query(const QuerySyntax& syntax, const StatSchema& schema);

}  // namespace scrim::statdb::query

// From the parts of a query to the columns, levels and codes that they mean.
#pragma once

#include "statdb/query/syntax.h"

namespace scrim {

Result<Query> bind_query(const QuerySyntax& syntax, const StatSchema& schema);

}  // namespace scrim

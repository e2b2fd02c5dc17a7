// From the text of a query to its parts.
//
//   SELECT item, … FROM StatDB [WHERE condition] [GROUP BY group, …] [;]
//
// There is one table, which is called `table`; "" for any name.
#pragma once

#include "methods/statdb/query/syntax.h"

namespace scrim::statdb::query {

Result<QuerySyntax> parse_query_syntax(std::string_view text, std::string_view table = "StatDB");

}  // namespace scrim::statdb::query

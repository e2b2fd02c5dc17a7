// The rows of a result, as a sink takes them.
#pragma once

#include "scrim/sql.h"

#include <duckdb.hpp>

#include <string>
#include <vector>

namespace scrim::sql {

// `identifiers`: the columns that are hidden where they are NULL, by name.
std::vector<SqlColumn> columns_of(const duckdb::vector<std::string>& names,
                                  const duckdb::vector<duckdb::LogicalType>& types,
                                  const std::vector<std::string>& identifiers);
// False when the sink wants no more.
bool send_chunk(duckdb::ClientContext& context, duckdb::DataChunk& chunk, SqlSink& sink);
// Rows of text, for statements of ours.
void send_table(const std::vector<std::string>& names, const std::vector<std::vector<std::string>>& rows,
                SqlSink& sink);

}  // namespace scrim::sql

// RowTap: every row of a query goes to a function, in the threads of DuckDB that make them and in no order. Nothing is
// copied, nothing waits for one thread that fetches: reading takes what DuckDB takes.
//
//   SCRIM_TRY(const auto types, types_of(database, sql));
//   SCRIM_CHECK(tap_rows(database, sql, types.size(), [&](duckdb_data_chunk rows) { … }, progress));
#pragma once

#include "adapters/duckdb/files/database.h"
#include "scrim/result.h"

#include <functional>
#include <string>

namespace scrim::engine {

// `take` is called from many threads at a time. What it throws ends the query, and is thrown again.
using TakeRows = std::function<void(duckdb_data_chunk)>;
Result<void> tap_rows(Database& database, const std::string& sql, std::size_t columns, TakeRows take,
                      const Progress& progress);

}  // namespace scrim::engine

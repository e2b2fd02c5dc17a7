// The encoder for rows that a query has left in memory: some of their columns, dictionary-encoded in parallel.
//
// Integers are numbers. Everything else is text, spelled as DuckDB spells it and never looked into: what looks like a
// number there is told apart from what is another text for it.
//
//   SCRIM_TRY(const Table table, encode_result(result->Collection(), columns, progress));
#pragma once

#include "kernel/core/table.h"
#include "scrim/result.h"

#include <cstddef>
#include <span>

namespace duckdb {
class ColumnDataCollection;
}

namespace scrim::sql {

// These columns, all of their rows in their order.
Result<Table> encode_result(const duckdb::ColumnDataCollection& rows, std::span<const std::size_t> columns,
                            Progress& progress);

}  // namespace scrim::sql

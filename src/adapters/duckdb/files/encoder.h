// The encoder: the rows of a query, dictionary-encoded.
//
// Threads look each cell up in dictionaries of their own (local_encoder.h) and keep what their collector wants of the
// rows. Where it is all rows in their order (row_collector.h), DuckDB's chunks go through a pipeline; where it is the
// different ones (tuple_collector.h), they are taken where DuckDB makes them (row_tap.h).
#pragma once

#include "adapters/duckdb/files/handles.h"
#include "kernel/core/table.h"
#include "kernel/core/tuples.h"
#include "scrim/input.h"
#include "scrim/result.h"

#include <cstddef>
#include <span>
#include <string>

namespace scrim::engine {

class Database;

// Whether the encoder takes values of this type as they are; others are to be cast to VARCHAR.
bool encodes_natively(duckdb_logical_type type);

// The rows of `sql`, whose columns are called `names` and mean what `meant` says. Stops soon after progress.cancelled()
// says so.
Result<Table> encode(Database& database, const std::string& sql, std::span<const std::string> names,
                     std::span<const ColumnType> meant, Progress& progress);
// The different rows, in at most about `memory` bytes, DuckDB's included (0: no limit). With a limit the database is
// held to its share of it from then on.
Result<Tuples> encode_tuples(Database& database, const std::string& sql, std::span<const std::string> names,
                             std::span<const ColumnType> meant, std::size_t memory, Progress& progress);

}  // namespace scrim::engine

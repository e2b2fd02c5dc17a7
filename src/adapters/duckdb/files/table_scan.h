// The table function scrim_table(): a table of ours as one that DuckDB can read.
//
// A row is a selection from its columns' domains, so no value is copied. One thread scans: with several, DuckDB would
// keep what it writes in order by holding most of it in memory.
#pragma once

#include "adapters/duckdb/files/database.h"
#include "kernel/core/table.h"
#include "scrim/result.h"

#include <cstdint>
#include <span>
#include <string>

namespace scrim::engine {

// Defines scrim_table() in the database: the rows of `table`, each as often as `weights` says (empty: once). Both must
// outlive its use. Typed: numbers and dates as such; else all cells are text.
Result<void> define_table_scan(Database& database, const Table& table, std::span<const std::uint32_t> weights,
                               bool typed);

// The type, as DuckDB calls it, of a column with this domain.
std::string written_type(const Domain& domain);

}  // namespace scrim::engine

// Tables from files: CSV, Parquet, JSON, and tables or queries of DuckDB files.
//
//   SCRIM_TRY(std::unique_ptr<TableSource> source, open_source({.path = "adult.csv.gz"}));
//   SCRIM_TRY(Table table, source->read(source->columns(), progress));
//
// Everything that could make a table look different from what it is gets refused with one line that says what would be
// accepted: rows of unequal length, columns named twice, bytes that are not UTF-8, truncated files. Cells of CSV and
// JSON are read as the text that is there, so a zip code 02139 keeps its zero; only JSON's numbers with a fraction go
// through a double. In CSV an empty cell is NULL.
#pragma once

#include "kernel/core/source.h"
#include "scrim/input.h"
#include "scrim/result.h"

#include <memory>

namespace scrim::engine {

// The columns are known after this; rows are looked at by read(), which may be called again.
Result<std::unique_ptr<TableSource>> open_source(const TableInput& options);

}  // namespace scrim::engine

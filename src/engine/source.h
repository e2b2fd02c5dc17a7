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

#include "core/source.h"
#include "scrim/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace scrim {

struct SourceOptions {
    std::string path = {};
    std::string table = {};                      // of a DuckDB file: "name" or "schema.name"; "" = its only one
    std::string query = {};                      // of a DuckDB file, instead of a table: one SELECT
    std::string delimiter = {};                  // of CSV: one character or "tab"; "" = find it
    std::vector<std::string> null_strings = {};  // of CSV: cells that mean NULL, besides empty ones
    bool header = true;       // of CSV: the first line names the columns, else they are column1, column2, …
    std::size_t threads = 0;  // of the engine; 0 = one per processor
};

// The columns are known after this; rows are looked at by read(), which may be called again.
Result<std::unique_ptr<TableSource>> open_source(const SourceOptions& options);

}  // namespace scrim

// Where a table is read from: a CSV, Parquet or JSON file, plain or compressed, or a table or query of a DuckDB file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace scrim {

struct TableInput {
    std::string path = {};
    std::string table = {};                      // of a DuckDB file: "name" or "schema.name"; "" = its only one
    std::string query = {};                      // of a DuckDB file, instead of a table: one SELECT
    std::string delimiter = {};                  // of CSV: one character or "tab"; "" = find it
    std::vector<std::string> null_strings = {};  // of CSV: cells that mean NULL, besides empty ones
    bool header = true;       // of CSV: the first line names the columns, else they are column1, column2, …
    std::size_t threads = 0;  // of the engine; 0 = one per processor
};

}  // namespace scrim

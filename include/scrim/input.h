// Where a table is read from: a CSV, Parquet or JSON file, plain or compressed, or a table or query of a DuckDB file.
#pragma once

#include <string>
#include <vector>

namespace scrim {

struct TableInput {
    std::string path;
    std::string table;                      // of a DuckDB file
    std::string query;                      // of a DuckDB file, instead of a table
    std::string delimiter;                  // of a CSV file; found by itself when empty
    std::vector<std::string> null_strings;  // texts of a CSV file that mean "no value", besides the empty field
};

}  // namespace scrim

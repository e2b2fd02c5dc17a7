// Where a table is read from: a CSV, Parquet or JSON file, plain or compressed, a table or query of a DuckDB file or of
// a PostgreSQL server, or memory: a frame, or a histogram.
#pragma once

#include "scrim/frame.h"
#include "scrim/histogram.h"

#include <cstddef>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

// How the values of a column are meant, where they do not say it themselves.
enum class ColumnType {
    found,          // numbers, dates or text, as all values of the column allow
    plain,          // the same, but numbers and dates only as 1234.5 and 2020-12-31
    category,       // text, also where it looks like numbers or dates: codes
    day_first,      // dates such as 31/12/2020
    month_first,    // dates such as 12/31/2020
    decimal_comma,  // numbers such as 1.234,56
    decimal_point,  // numbers such as 1,234.56
};

struct ColumnReading {
    std::string name;
    ColumnType type = ColumnType::found;
    std::vector<std::string> missing = {};  // values that mean "no value"
};

struct TableInput {
    std::string path = {};                       // or postgres://…; of a table in memory: what messages call it
    Frame frame = {};                            // a table in memory instead of a file …
    Histogram histogram = {};                    // … or its different rows, with how often each occurs
    std::string table = {};                      // of a database: "name" or "schema.name"; "" = its only one
    std::string query = {};                      // of a database, instead of a table: one SELECT
    std::string delimiter = {};                  // of CSV: one character or "tab"; "" = find it
    std::vector<std::string> null_strings = {};  // of CSV: cells that mean NULL, besides empty ones
    bool header = true;       // of CSV: the first line names the columns, else they are column1, column2, …
    std::size_t threads = 0;  // of the engine; 0 = one per processor
    std::vector<ColumnReading> columns = {};  // those that say more than their values; others are as found
    std::vector<std::string> missing = {};    // values of any column that mean "no value"
    bool plain = false;                       // numbers and dates of other columns are as Scrim itself writes them

    // What messages and reports call it; of an address without user and password.
    std::string name() const;
};

}  // namespace scrim
#pragma GCC visibility pop

// The first line of a CSV file: its delimiter and its column names.
//
// We read it ourselves because DuckDB's sniffer guesses more than a release may depend on: it skips lines that it
// dislikes, renames columns that occur twice, and may find a header where there is none. The rest of the file is then
// read with everything given and nothing guessed.
#pragma once

#include "scrim/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::engine {

struct CsvHeader {
    char delimiter = ',';
    std::vector<std::string> columns;
};

struct CsvHeaderOptions {
    std::string delimiter;        // one character, or "tab"; "" = find it
    char likely_delimiter = ',';  // wins when several fit equally
    bool header = true;           // false: the first line is data and columns are named column1, column2, …
};

// How much of a file's beginning the function below wants to see.
constexpr std::size_t csv_header_bytes = 1 << 18;

// `start` is the first csv_header_bytes of the file, or all of a shorter one. A header cell without a name is named
// column<position>.
Result<CsvHeader> read_csv_header(std::string_view start, const CsvHeaderOptions& options);

// When one column's name looks like several: the delimiter that would part them, else 0.
char unsplit_delimiter(std::string_view name);

// ',' as "','", a tab as "tab".
std::string delimiter_name(char delimiter);

}  // namespace scrim::engine

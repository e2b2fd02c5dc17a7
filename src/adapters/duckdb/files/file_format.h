// What a file holds, by its name: .csv/.tsv/.txt, .parquet, .json/.ndjson/.jsonl or .db/.duckdb, and .gz or .zst after
// it. Any other name is CSV.
#pragma once

#include <string>
#include <string_view>

namespace scrim::engine {

enum class Compression { none, gzip, zstd };

struct FileFormat {
    enum class Kind { csv, parquet, json, database };

    Kind kind = Kind::csv;
    Compression compression = Compression::none;
    std::string extension;  // lower case, without the compression's: "tsv"
};

FileFormat format_of(std::string_view path);

}  // namespace scrim::engine

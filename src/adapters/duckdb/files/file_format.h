// What a file holds, by its name: .csv/.tsv/.txt, .parquet, .json/.ndjson/.jsonl or .db/.duckdb, and .gz or .zst after
// it. Any other name is CSV.
//
// A format is one file, which returns its FormatSpec, and one line in formats.def.
#pragma once

#include "kernel/core/table.h"
#include "scrim/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace scrim::engine {

enum class Compression { none, gzip, zstd };

struct FileFormat;
struct Relation;
class RelationOpener;

struct FormatSpec {
    std::string name;
    std::vector<std::string> extensions;  // lower case
    bool packed = false;                  // compressed inside: never .gz or .zst
    bool dialects = false;                // written in several ways: delimiter, null strings, with a header or without
    bool many_tables = false;             // one of them, or a query, is chosen
    bool folders = false;                 // a table may be several files in a folder
    bool typed = false;                   // cells are written as numbers and dates, not as text
    // Settles what the relation is as SQL.
    Result<void> (*open)(RelationOpener&) = nullptr;
    // What COPY is told; null for what cannot be written.
    std::string (*copy_options)(const FileFormat&) = nullptr;
    // See as_written.h. Throws ErrorOnItsWay.
    Result<std::string> (*why_not_as_written)(const Relation&, const Table& rows, const Progress&) = nullptr;
    // See beside_rows.h; null where nothing can stand beside the rows.
    Result<std::string> (*beside_rows)(const Relation&) = nullptr;
};

// The registry: formats.def, in its order. The first takes every name that no format knows.
const std::vector<const FormatSpec*>& formats();

struct FileFormat {
    const FormatSpec* spec = nullptr;
    Compression compression = Compression::none;
    std::string extension;  // lower case, without the compression's: "tsv"
};

FileFormat format_of(std::string_view path);
// Of the files of a folder.
FileFormat format_in_folders();
// "none", "gzip" or "zstd", as COPY calls it.
std::string_view compression_name(Compression compression);

}  // namespace scrim::engine

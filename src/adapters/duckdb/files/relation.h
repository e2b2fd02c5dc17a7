// Relation: a source as SQL. Where the formats differ is settled here; the rest of the engine sees one table
// expression.
//
// Columns go by position (c0, c1, …) inside SQL, so that no name in a file, however odd, is ever a matter of SQL.
#pragma once

#include "adapters/duckdb/files/file_format.h"
#include "adapters/duckdb/files/source.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace scrim::engine {

class Database;

struct Relation {
    std::shared_ptr<Database> database;
    std::string name;  // what messages call it
    std::string path;
    std::vector<std::string> files;  // the file, or those of a folder
    FileFormat format;
    std::string from;                                               // a table expression with the columns c0, c1, …
    std::function<std::string(const std::string& path)> from_copy;  // of CSV: the same for a copy of the file
    std::vector<std::string> columns;                               // their names
    std::vector<bool> typed_as_text;                                // whether DuckDB says VARCHAR; empty for CSV
    std::vector<bool> text;                // whether its values are read as text, whatever DuckDB says; empty for CSV
    std::vector<std::string> expressions;  // over c0, c1, …, in a type that the encoder takes
    std::vector<ColumnType> meant;         // what their values mean
    std::uint64_t rows = 0;                // 0 when not known without reading
};

// Errors name the file.
Result<Relation> open_relation(const TableInput& options);

// Whether the file, if it is compressed, is whole; reads it once more from its beginning. Safe beside a running query.
Result<void> check_whole(const Relation& relation, const Progress& progress);

}  // namespace scrim::engine

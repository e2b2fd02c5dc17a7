#include "adapters/duckdb/files/sink.h"

#include "adapters/duckdb/files/database.h"
#include "adapters/duckdb/files/file_format.h"
#include "adapters/duckdb/files/sql_text.h"
#include "adapters/duckdb/files/table_scan.h"
#include "kernel/core/text.h"
#include "methods/files/output_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <span>

namespace scrim::engine {
namespace {

Result<void> check_target(const Table& table, const FileFormat& format) {
    if (!format.spec->copy_options) return input_error("a DuckDB file cannot be written; .csv, .parquet and .json can");
    if (format.spec->packed && format.compression != Compression::none)
        return input_error("a .parquet file is compressed inside; leave the .gz or .zst away");
    if (table.width() == 0) return input_error("the table has no columns; at least one is expected");
    std::vector<std::string> names = table.names();
    for (const std::string& name : names)
        if (name.find('\0') != std::string::npos)  // DuckDB would end the name there
            return input_error(
                scrim::format("the name of column {} holds a zero byte; rename it", quoted(std::string_view(name))));
    // DuckDB would rename the second of two such columns.
    for (std::string& name : names)
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    std::sort(names.begin(), names.end());
    if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end())
        return input_error(scrim::format("two columns are named {}, but for upper and lower case; rename one",
                                         quoted(std::string_view(*twice))));
    return {};
}

Result<void> write_to(const Table& table, std::span<const std::uint32_t> weights, const FileFormat& format,
                      const std::string& file) {
    SCRIM_TRY(const auto database, Database::open(0));
    return guarded([&]() -> Result<void> {
        SCRIM_CHECK(define_table_scan(*database, table, weights, format.spec->typed));
        return run(*database, scrim::format("COPY (SELECT * FROM scrim_table()) TO {} ({}, USE_TMP_FILE false)",
                                            sql_text(file), format.spec->copy_options(format)));
    });
}

// DuckDB says: Could not write file "<name>": <reason>. The name is one that nobody knows.
std::string_view after_name(std::string_view message, std::string_view name) {
    const std::size_t found = message.find(name);
    return found == std::string_view::npos ? message
                                           : message.substr(std::min(message.size(), found + name.size() + 3));
}

Result<void> write(const Table& table, std::span<const std::uint32_t> weights, const std::string& path,
                   Readers readers) {
    const FileFormat format = format_of(path);
    const auto failed = [&](Error::Kind kind, std::string_view reason) {
        return Error{kind, scrim::format("cannot write {}: {}", quoted(path), reason)};
    };
    if (const auto checked = check_target(table, format); !checked)
        return failed(checked.error().kind, checked.error().message);
    SCRIM_TRY(files::OutputFile file, files::OutputFile::create(path, readers));
    const std::string temporary = std::filesystem::absolute(file.temporary()).string();
    if (const auto written = write_to(table, weights, format, temporary); !written)
        return failed(written.error().kind, after_name(written.error().message, temporary));
    return file.commit();
}

}  // namespace

Result<void> write_table(const Table& table, const std::string& path, Readers readers) {
    return write(table, {}, path, readers);
}

Result<void> write_tuples(const Tuples& tuples, const std::string& path) {
    return write(tuples.table, tuples.weights, path, Readers::as_usual);
}

}  // namespace scrim::engine

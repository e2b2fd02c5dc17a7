#include "library/files/files.h"

#include "adapters/duckdb/files/engine_version.h"
#include "adapters/duckdb/files/sink.h"
#include "adapters/duckdb/files/source.h"
#include "adapters/libpq/source.h"
#include "kernel/core/shown_name.h"

namespace scrim::library {

Result<std::unique_ptr<TableSource>> open_file(const TableInput& input) {
    return is_database_address(input.path) ? libpq::open_source(input) : engine::open_source(input);
}

Result<void> write_table(const Table& table, const std::string& path, Readers readers) {
    return engine::write_table(table, path, readers);
}

Result<void> write_tuples(const Tuples& tuples, const std::string& path) { return engine::write_tuples(tuples, path); }

std::string engine_name() { return std::string("DuckDB ") + engine::engine_version(); }

}  // namespace scrim::library

// Database: DuckDB in memory, closed to the network and to the disk except for the files it is told to read or write.
//
// Private to adapters/duckdb: it includes DuckDB's headers, which cost seconds to compile. DuckDB throws; guarded() is
// where its exceptions become Errors.
#pragma once

#include "adapters/duckdb/files/compressed_file.h"
#include "scrim/result.h"

#include <duckdb.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <string_view>

namespace scrim::engine {

class Database {
public:
    // `threads` 0 = one per processor.
    static Result<std::unique_ptr<Database>> open(std::size_t threads);

    duckdb::Connection& connection() { return connection_; }
    duckdb::DatabaseInstance& instance() { return *database_.instance; }
    // At most so many bytes for its buffers and so many threads, from now on.
    Result<void> limit(std::size_t bytes, std::size_t threads);
    // Reads a file from its beginning, decompressed if its name says that it is compressed. Throws DuckDB's exceptions.
    ReadDecompressed reader(const std::string& path);

private:
    explicit Database(duckdb::DBConfig& config) : database_(nullptr, &config), connection_(database_) {}

    duckdb::DuckDB database_;
    duckdb::Connection connection_;
};

// One line, and whose to mend it is.
Error engine_error(const duckdb::ErrorData& error);

// f(), with DuckDB's exceptions as Errors. f returns a Result.
template <class F>
auto guarded(F f) -> decltype(f()) {
    try {
        return f();
    } catch (const std::bad_alloc&) {
        return input_error("not enough memory");
    } catch (const std::exception& exception) {
        return engine_error(duckdb::ErrorData(exception));
    }
}

// The rows of a small query.
Result<std::unique_ptr<duckdb::MaterializedQueryResult>> ask(Database& database, const std::string& sql);

// A string constant of SQL.
std::string sql_text(std::string_view text);
// A name of SQL.
std::string sql_name(std::string_view name);

}  // namespace scrim::engine

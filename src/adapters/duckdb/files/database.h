// Database: DuckDB in memory, closed to the network and to the disk except for the files it is told to read or write.
//
// An engine takes milliseconds and some ten thousand allocations to make, and a verb reads several files one after the
// other. So one that nobody has changed is kept, empty, for the next Database.
//
// Private to adapters/duckdb: it includes DuckDB's headers, which cost seconds to compile. DuckDB throws; guarded() is
// where its exceptions become Errors.
#pragma once

#include "adapters/duckdb/files/compressed_file.h"
#include "scrim/result.h"

#include <duckdb.hpp>
#include <duckdb/main/extension/extension_loader.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace scrim::engine {

class Database {
public:
    // `threads` 0 = one per processor.
    static Result<std::unique_ptr<Database>> open(std::size_t threads);
    ~Database();

    duckdb::Connection& connection() { return *connection_; }
    duckdb::DatabaseInstance& instance() { return *engine_->database.instance; }
    // Whatever happens to the engine from now on concerns nobody else: a file is attached, a setting changed.
    void keep_apart() { apart_ = true; }
    // At most so many bytes for its buffers and so many threads, from now on.
    Result<void> limit(std::size_t bytes, std::size_t threads);
    // Adds a function, unless the engine has it from before. What a function works on is a state of the connection.
    template <class Function>
    void define(const Function& function) {
        if (engine_->functions.insert(function.name).second)
            duckdb::ExtensionLoader(instance(), "scrim").RegisterFunction(function);
    }
    // Reads a file from its beginning, decompressed if its name says that it is compressed. Throws DuckDB's exceptions.
    ReadDecompressed reader(const std::string& path);

private:
    struct Engine {
        Engine(duckdb::DBConfig& config, std::size_t as_asked) : database(nullptr, &config), threads(as_asked) {}
        duckdb::DuckDB database;
        std::size_t threads;
        std::set<std::string> functions;  // of ours
    };
    // The engine that is kept for the next Database.
    class Idle;

    explicit Database(std::unique_ptr<Engine> engine)
        : engine_(std::move(engine)), connection_(std::in_place, engine_->database) {}

    std::unique_ptr<Engine> engine_;
    std::optional<duckdb::Connection> connection_;
    bool apart_ = false;
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

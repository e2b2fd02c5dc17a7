// Database: DuckDB in memory, closed to the network and to the disk except for the files it is told to read or write.
//
// An engine takes milliseconds and some ten thousand allocations to make, and a verb reads several files one after the
// other. So one that nobody has changed is kept, empty, for the next Database.
//
// Private to adapters/duckdb/files, which speaks DuckDB's C API: its header compiles in no time, and the functions in
// it stay what they are from one version to the next. SQL sessions have engines of their own (sql/door/sql_server.h).
#pragma once

#include "adapters/duckdb/files/compressed_file.h"
#include "adapters/duckdb/files/engine_error.h"
#include "adapters/duckdb/files/handles.h"
#include "scrim/result.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scrim::engine {

class Database {
public:
    // `threads` 0 = one per processor.
    static Result<std::unique_ptr<Database>> open(std::size_t threads);
    ~Database();

    duckdb_connection connection() const { return connection_; }
    duckdb_database engine() const { return engine_->handle; }
    // Whatever happens to the engine from now on concerns nobody else: a file is attached, a setting changed.
    void keep_apart() { apart_ = true; }
    // At most so many bytes for its buffers and so many threads, from now on.
    Result<void> limit(std::size_t bytes, std::size_t threads);

    // Adds a function, unless the engine has it from before. `add` registers it with the place where it finds its
    // subject: what it works on, null when there is nothing.
    using AddFunction = duckdb_state (*)(duckdb_connection, const std::string& name, void** subject);
    Result<void> define(const std::string& function, AddFunction add);
    // Until the next call, and no longer than this Database. Not while a query runs.
    void set_subject(const std::string& function, std::shared_ptr<void> subject);

    // Reads a file from its beginning, decompressed if its name says that it is compressed. Throws ErrorOnItsWay.
    ReadDecompressed reader(const std::string& path);

private:
    struct Engine {
        std::size_t threads = 0;                // as asked for
        std::map<std::string, void*> subjects;  // of our functions, by their names
        EngineHandle handle;
    };
    // The engine that is kept for the next Database.
    class Idle;

    explicit Database(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
    static Result<std::unique_ptr<Engine>> make_engine(std::size_t threads);

    std::unique_ptr<Engine> engine_;
    ConnectionHandle connection_;
    std::map<std::string, std::shared_ptr<void>> subjects_;
    bool apart_ = false;
};

// Runs a statement.
Result<void> run(Database& database, const std::string& sql);
// The rows of a small query, each cell as text.
using TextRows = std::vector<std::vector<std::string>>;
Result<TextRows> ask(Database& database, const std::string& query);

// Of the columns of a query.
Result<std::vector<TypeHandle>> types_of(Database& database, const std::string& query);

}  // namespace scrim::engine

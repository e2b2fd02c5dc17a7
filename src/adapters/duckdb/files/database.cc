#include "adapters/duckdb/files/database.h"

#include "adapters/duckdb/files/decompressed_file.h"
#include "adapters/duckdb/files/engine_version.h"
#include "adapters/duckdb/files/vector_cells.h"
#include "kernel/core/text.h"
#include "scrim/threads.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <mutex>
#include <utility>

namespace scrim::engine {

// Never destroyed: at the end of a process, DuckDB's threads would outlive what they use.
class Database::Idle {
public:
    static Idle& only() {
        static Idle& idle = *new Idle;
        return idle;
    }
    std::unique_ptr<Engine> take(std::size_t threads) {
        const std::lock_guard lock(mutex_);
        return engine_ && engine_->threads == threads ? std::move(engine_) : nullptr;
    }
    void keep(std::unique_ptr<Engine> engine) {
        const std::lock_guard lock(mutex_);
        std::swap(engine_, engine);
    }

private:
    std::mutex mutex_;
    std::unique_ptr<Engine> engine_;
};

Database::~Database() {
    connection_ = ConnectionHandle();
    for (auto& [function, subject] : engine_->subjects) subject = nullptr;
    if (!apart_) Idle::only().keep(std::move(engine_));
}

Result<std::unique_ptr<Database>> Database::open(std::size_t asked) {
    const std::size_t threads = asked > 0 ? asked : scrim::threads();
    SCRIM_CHECK(check_engine_version());
    std::unique_ptr<Engine> engine = Idle::only().take(threads);
    if (!engine) {
        SCRIM_TRY(engine, make_engine(threads));
    }
    std::unique_ptr<Database> database(new Database(std::move(engine)));
    if (duckdb_connect(database->engine(), database->connection_.out()) != DuckDBSuccess)
        return fault_error("the DuckDB library gives no connection");
    return database;
}

Result<std::unique_ptr<Database::Engine>> Database::make_engine(std::size_t threads) {
    ConfigHandle config;
    if (duckdb_create_config(config.out()) != DuckDBSuccess) return input_error("not enough memory");
    std::vector<std::pair<const char*, std::string>> settings = {
        {"autoinstall_known_extensions", "false"}, {"autoload_known_extensions", "false"},
        {"allow_persistent_secrets", "false"},     {"temp_directory", ""},  // personal data is never spilled to disk
        {"enable_external_file_cache", "false"},                            // nor kept in memory
    };
    if (threads > 0) settings.emplace_back("threads", std::to_string(threads));
    for (const auto& [name, value] : settings)
        if (duckdb_set_config(config, name, value.c_str()) != DuckDBSuccess)
            return fault_error(format("the DuckDB library does not take {} = {}", name, quoted(value)));
    auto engine = std::make_unique<Engine>();
    engine->threads = threads;
    TextHandle message;
    if (duckdb_open_ext(nullptr, engine->handle.out(), config, message.out()) != DuckDBSuccess)
        return engine_error(message ? message : "");
    return engine;
}

Result<void> Database::limit(std::size_t bytes, std::size_t threads) {
    keep_apart();
    SCRIM_TRY(const TextRows now, ask(*this, "SELECT current_setting('threads')"));
    std::size_t fewer = threads;
    std::from_chars(now[0][0].data(), now[0][0].data() + now[0][0].size(), fewer);
    fewer = std::min(fewer, threads);
    SCRIM_CHECK(run(*this, format("SET threads = {}", fewer)));
    return run(*this, format("SET memory_limit = '{}B'", bytes));
}

Result<void> Database::define(const std::string& function, AddFunction add) {
    const auto [place, is_new] = engine_->subjects.try_emplace(function, nullptr);
    if (is_new && add(connection_, function, &place->second) != DuckDBSuccess)
        return fault_error(format("the DuckDB library does not take the function {}", function));
    return {};
}

void Database::set_subject(const std::string& function, std::shared_ptr<void> subject) {
    engine_->subjects.at(function) = subject.get();
    subjects_[function] = std::move(subject);
}

ReadDecompressed Database::reader(const std::string& path) { return decompressed_file(connection_, path); }

Result<void> run(Database& database, const std::string& sql) {
    ResultHandle result;
    if (duckdb_query(database.connection(), sql.c_str(), result.out()) != DuckDBSuccess)
        return engine_error(duckdb_result_error(result.out()));
    return {};
}

Result<TextRows> ask(Database& database, const std::string& query) {
    const std::string as_text = format("SELECT COLUMNS(*)::VARCHAR FROM ({})", query);
    ResultHandle result;
    if (duckdb_query(database.connection(), as_text.c_str(), result.out()) != DuckDBSuccess)
        return engine_error(duckdb_result_error(result.out()));
    TextRows rows;
    while (const ChunkHandle chunk{duckdb_fetch_chunk(result.get())}) {
        const std::size_t before = rows.size(), columns = duckdb_data_chunk_get_column_count(chunk);
        rows.resize(before + duckdb_data_chunk_get_size(chunk), std::vector<std::string>(columns, "NULL"));
        for (std::size_t c = 0; c < columns; ++c)
            each_cell<duckdb_string_t>(duckdb_data_chunk_get_vector(chunk, c), rows.size() - before,
                                       [&](std::size_t row, const duckdb_string_t* cell) {
                                           if (cell) rows[before + row][c] = text_of(*cell);
                                       });
    }
    return rows;
}

Result<std::vector<TypeHandle>> types_of(Database& database, const std::string& query) {
    StatementHandle statement;
    if (duckdb_prepare(database.connection(), query.c_str(), statement.out()) != DuckDBSuccess)
        return engine_error(duckdb_prepare_error(statement));
    std::vector<TypeHandle> types;
    for (idx_t c = 0; c < duckdb_prepared_statement_column_count(statement); ++c)
        types.emplace_back(duckdb_prepared_statement_column_logical_type(statement, c));
    return types;
}

}  // namespace scrim::engine

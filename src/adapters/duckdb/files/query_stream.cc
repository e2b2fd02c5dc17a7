#include "adapters/duckdb/files/query_stream.h"

#include "adapters/duckdb/files/engine_error.h"

#include <chrono>
#include <thread>

namespace scrim::engine {

Result<std::unique_ptr<QueryStream>> QueryStream::start(duckdb_connection connection, const std::string& sql,
                                                        const Progress& progress) {
    std::unique_ptr<QueryStream> stream(new QueryStream(connection));
    SCRIM_CHECK(stream->run(sql, progress));
    return stream;
}

Result<void> QueryStream::run(const std::string& sql, const Progress& progress) {
    if (duckdb_prepare(connection_, sql.c_str(), statement_.out()) != DuckDBSuccess)
        return engine_error(duckdb_prepare_error(statement_));
    PendingHandle pending;
    if (duckdb_pending_prepared_streaming(statement_, pending.out()) != DuckDBSuccess)
        return engine_error(duckdb_pending_error(pending));
    for (;;) {
        if (progress.cancelled()) return cancelled_error();
        const duckdb_pending_state state = duckdb_pending_execute_task(pending);
        if (state == DUCKDB_PENDING_NO_TASKS_AVAILABLE)
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        else if (state != DUCKDB_PENDING_RESULT_NOT_READY)
            break;
    }
    // (Of a query that has ended by now, DuckDB says the same as of one that failed, but without a message.)
    if (const char* message = duckdb_pending_error(pending); message && *message) return engine_error(message);
    if (duckdb_execute_pending(pending, rows_.out()) != DuckDBSuccess)
        return engine_error(duckdb_result_error(rows_.out()));
    for (idx_t c = 0; c < duckdb_column_count(rows_.out()); ++c)
        types_.emplace_back(duckdb_column_logical_type(rows_.out(), c));
    return {};
}

QueryStream::~QueryStream() {
    // The next query ends this one, if it has not ended, and takes the interrupt back.
    duckdb_interrupt(connection_);
    duckdb_query(connection_, "SELECT 1", nullptr);
}

ChunkHandle QueryStream::fetch() {
    ChunkHandle chunk(duckdb_fetch_chunk(rows_.get()));
    return chunk && duckdb_data_chunk_get_size(chunk) > 0 ? std::move(chunk) : ChunkHandle();
}

Result<void> QueryStream::check() {
    if (const char* message = duckdb_result_error(rows_.out()); message && *message) return engine_error(message);
    return {};
}

}  // namespace scrim::engine

#include "adapters/duckdb/files/query_stream.h"

#include <chrono>
#include <thread>

namespace scrim::engine {

Result<std::unique_ptr<QueryStream>> QueryStream::start(duckdb::Connection& connection, const std::string& sql,
                                                        const Progress& progress) {
    std::unique_ptr<QueryStream> stream(new QueryStream(connection));
    SCRIM_CHECK(stream->run(sql, progress));
    return stream;
}

Result<void> QueryStream::run(const std::string& sql, const Progress& progress) {
    const auto pending = connection_.PendingQuery(sql, true);
    if (pending->HasError()) return engine_error(pending->GetErrorObject());
    for (;;) {
        if (progress.cancelled()) return cancelled_error();
        const duckdb::PendingExecutionResult state = pending->ExecuteTask();
        if (state == duckdb::PendingExecutionResult::EXECUTION_ERROR) return engine_error(pending->GetErrorObject());
        if (duckdb::PendingQueryResult::IsResultReady(state)) break;
        if (state != duckdb::PendingExecutionResult::RESULT_NOT_READY)
            std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    rows_.reset(pending->Execute().release());
    if (rows_->HasError()) return engine_error(rows_->GetErrorObject());
    return {};
}

QueryStream::~QueryStream() {
    try {
        connection_.Interrupt();
        connection_.context->CancelTransaction();  // ends the query, if it has not ended, and takes the interrupt back
    } catch (const std::exception&) {
        // The query failed in its end; what it was to yield is not wanted any more.
    }
}

std::shared_ptr<duckdb::DataChunk> QueryStream::fetch() {
    std::shared_ptr<duckdb::DataChunk> chunk = rows_->FetchRaw();
    return chunk && chunk->size() > 0 ? chunk : nullptr;
}

Result<void> QueryStream::check() const {
    if (rows_->HasError()) return engine_error(rows_->GetErrorObject());
    return {};
}

}  // namespace scrim::engine

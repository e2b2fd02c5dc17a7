#include "adapters/duckdb/files/encoder.h"

#include "adapters/duckdb/files/database.h"
#include "adapters/duckdb/files/query_stream.h"
#include "adapters/duckdb/files/row_collector.h"
#include "adapters/duckdb/files/row_tap.h"
#include "adapters/duckdb/files/tuple_collector.h"
#include "kernel/core/parallel.h"
#include "kernel/encode/row_limit.h"
#include "scrim/threads.h"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <thread>
#include <utility>

namespace scrim::engine {
namespace {

std::size_t processors() { return threads() > 0 ? threads() : std::max(2u, std::thread::hardware_concurrency()); }

struct Enough {};

// One chunk of the stream, and its place in it.
struct Chunk {
    std::shared_ptr<ChunkHandle> data;
    std::size_t place = 0;
};

// Every chunk of the stream to the collector, until it is full.
Result<void> collect(QueryStream& stream, Collector& collector, Progress& progress) {
    std::size_t chunks = 0;
    std::uint64_t rows = 0;
    const auto fetch = [&]() -> std::optional<Chunk> {
        if (progress.cancelled() || collector.full() || rows > encode::most_rows) return std::nullopt;
        ChunkHandle data = stream.fetch();
        if (!data) return std::nullopt;
        rows += duckdb_data_chunk_get_size(data);
        progress.advance(duckdb_data_chunk_get_size(data));
        return Chunk{std::make_shared<ChunkHandle>(std::move(data)), chunks++};
    };
    pipeline(2 * processors(), fetch, [&](Chunk&& chunk) { collector.add(*chunk.data, chunk.place); });
    if (progress.cancelled()) return cancelled_error();
    SCRIM_CHECK(stream.check());
    return encode::check_rows(rows);
}

// The same for collectors that do not ask for places: rows are collected where DuckDB makes them.
Result<void> collect_unordered(Database& database, const std::string& sql, std::size_t columns, Collector& collector,
                               Progress& progress) {
    std::atomic<std::uint64_t> rows = 0;
    const auto enough = [&] { return progress.cancelled() || collector.full() || rows > encode::most_rows; };
    const auto take = [&](duckdb_data_chunk chunk) {
        if (enough()) throw Enough();
        rows += duckdb_data_chunk_get_size(chunk);
        progress.advance(duckdb_data_chunk_get_size(chunk));
        collector.add(chunk, 0);
    };
    Result<void> tapped;
    try {
        tapped = tap_rows(database, sql, columns, take, progress);
    } catch (const Enough&) {
        // It is said below.
    }
    if (progress.cancelled()) return cancelled_error();
    if (!tapped && !enough()) return tapped.error();
    return encode::check_rows(rows);
}

}  // namespace

Result<Table> encode(Database& database, const std::string& sql, std::span<const std::string> names,
                     std::span<const ColumnType> meant, Progress& progress) {
    return guarded([&]() -> Result<Table> {
        SCRIM_TRY(const auto stream, QueryStream::start(database.connection(), sql, progress));
        RowCollector rows(names, stream->types(), meant);
        SCRIM_CHECK(collect(*stream, rows, progress));
        auto table = rows.finish(progress);
        ::malloc_trim(0);  // what DuckDB's buffers and our segments held goes back to the system
        return table;
    });
}

Result<Tuples> encode_tuples(Database& database, const std::string& sql, std::span<const std::string> names,
                             std::span<const ColumnType> meant, std::size_t memory, Progress& progress) {
    return guarded([&]() -> Result<Tuples> {
        const MemoryShare share(memory, processors());
        if (memory > 0) SCRIM_CHECK(database.limit(share.engine, share.engine_threads));
        SCRIM_TRY(const auto types, types_of(database, sql));
        TupleCollector collector(names, types, meant, share);
        SCRIM_CHECK(collect_unordered(database, sql, types.size(), collector, progress));
        auto tuples = collector.finish(progress);
        ::malloc_trim(0);
        return tuples;
    });
}

}  // namespace scrim::engine

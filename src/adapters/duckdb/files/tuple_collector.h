// TupleCollector: the different rows and how often each occurs, as Tuples. Holds no row twice for long.
//
// Workers turn their local codes into common ones, pack each row into a key, and hand the store (tuple_store.h) sorted
// runs of them. In the end the common dictionaries become domains, and tuple_assembly.h turns common codes into final
// ones.
#pragma once

#include "adapters/duckdb/files/collector.h"
#include "adapters/duckdb/files/local_encoder.h"
#include "adapters/duckdb/files/memory_share.h"
#include "adapters/duckdb/files/tuple_store.h"
#include "kernel/core/tuples.h"
#include "kernel/encode/worker_pool.h"
#include "scrim/result.h"

#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace scrim::engine {

class TupleCollector final : public Collector {
public:
    TupleCollector(std::span<const std::string> names, std::span<const TypeHandle> types,
                   std::span<const ColumnType> meant, const MemoryShare& memory);

    void add(duckdb_data_chunk chunk, std::size_t place) override;
    bool full() const override { return store_.full(); }
    // Refuses when the memory was not enough.
    Result<Tuples> finish(const Progress& progress);

private:
    struct Worker {
        explicit Worker(std::span<const TypeHandle> types)
            : encoder(types), common(types.size(), std::vector<Code>{0}), codes(types.size()) {}
        LocalEncoder encoder;
        std::size_t counted_bytes = 0;          // of the encoder, as told to the store
        std::vector<std::vector<Code>> common;  // [column][local code], both 0 for NULL
        std::vector<std::vector<Code>> codes;   // [column][row of the chunk in hand], common
        KeyLayout layout;
        std::vector<std::uint64_t> keys;  // of the rows that are not in the store yet
    };

    // Gives the column's new values common codes.
    void unite(Worker& worker, std::size_t column);
    // Makes the layout wide enough for all codes that the worker has.
    void widen(Worker& worker);
    void flush(Worker& worker);
    // Tells the store how much the worker's dictionaries grew.
    void count_bytes(Worker& worker);
    Error out_of_memory(std::size_t tuples) const;

    std::span<const std::string> names_;
    std::span<const TypeHandle> types_;
    std::span<const ColumnType> meant_;
    const MemoryShare memory_;
    TupleStore store_;
    std::mutex mutex_;
    std::vector<encode::Dictionary> dictionaries_;  // of common codes, one for each column
    encode::WorkerPool<Worker> workers_;
};

}  // namespace scrim::engine

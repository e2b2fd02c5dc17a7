// RowCollector: all rows, in their order, as a Table.
//
// Workers keep the local codes of each chunk. In the end domain_builder.h unites their dictionaries column by column
// and segment.h turns local codes into final ones.
#pragma once

#include "adapters/duckdb/files/collector.h"
#include "adapters/duckdb/files/local_encoder.h"
#include "kernel/core/table.h"
#include "kernel/encode/worker_pool.h"
#include "scrim/result.h"

#include <span>
#include <string>
#include <vector>

namespace scrim::engine {

class RowCollector final : public Collector {
public:
    RowCollector(std::span<const std::string> names, std::span<const TypeHandle> types,
                 std::span<const ColumnType> meant)
        : names_(names),
          types_(types),
          meant_(meant),
          workers_([this] { return std::make_unique<Worker>(LocalEncoder(types_)); }) {}

    void add(duckdb_data_chunk chunk, std::size_t place) override;
    Result<Table> finish(const Progress& progress);

private:
    struct Piece {
        std::size_t place = 0;
        std::vector<Column::Codes> columns;
    };
    struct Worker {
        explicit Worker(LocalEncoder own) : encoder(std::move(own)) {}
        LocalEncoder encoder;
        std::vector<Piece> pieces;
    };

    std::span<const std::string> names_;
    std::span<const TypeHandle> types_;
    std::span<const ColumnType> meant_;
    encode::WorkerPool<Worker> workers_;
};

}  // namespace scrim::engine

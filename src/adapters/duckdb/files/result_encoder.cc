#include "adapters/duckdb/files/result_encoder.h"

#include "adapters/duckdb/files/database.h"
#include "adapters/duckdb/files/encoder.h"
#include "adapters/duckdb/files/row_collector.h"
#include "kernel/core/parallel.h"
#include "kernel/core/text.h"

namespace scrim::engine {
namespace {

// What a column is encoded as.
duckdb::LogicalType encoded_type(const duckdb::LogicalType& type) {
    const bool is_text = type.id() == duckdb::LogicalTypeId::VARCHAR || type.id() == duckdb::LogicalTypeId::ENUM;
    return is_text || (type.IsIntegral() && encodes_natively(type)) ? type : duckdb::LogicalType::VARCHAR;
}

void cast(duckdb::Vector& from, duckdb::Vector& to, std::size_t rows) {
    if (from.GetType() == to.GetType()) return to.Reference(from);
    duckdb::Vector texts(duckdb::LogicalType::VARCHAR, rows);
    duckdb::VectorOperations::DefaultCast(from, texts, rows);
    to.Reference(texts);
}

}  // namespace

Result<Table> encode_result(const duckdb::ColumnDataCollection& rows, std::span<const std::size_t> columns,
                            Progress& progress) {
    std::vector<std::string> names;
    std::vector<duckdb::LogicalType> types;
    for (const std::size_t column : columns) {
        names.push_back(format("c{}", names.size()));
        types.push_back(encoded_type(rows.Types()[column]));
    }
    const std::vector<ColumnType> meant(columns.size(), ColumnType::category);
    return guarded([&]() -> Result<Table> {
        RowCollector collector(names, types, meant);
        parallel_for(0, rows.ChunkCount(), 8, [&](std::size_t begin, std::size_t end) {
            duckdb::DataChunk all, wanted;
            rows.InitializeScanChunk(all);
            wanted.InitializeEmpty({types.begin(), types.end()});
            for (std::size_t chunk = begin; chunk < end && !progress.cancelled(); ++chunk) {
                rows.FetchChunk(chunk, all);
                for (std::size_t c = 0; c < columns.size(); ++c) cast(all.data[columns[c]], wanted.data[c], all.size());
                wanted.SetCardinality(all.size());
                collector.add(wanted, chunk);
            }
        });
        if (progress.cancelled()) return cancelled_error();
        return collector.finish(progress);
    });
}

}  // namespace scrim::engine

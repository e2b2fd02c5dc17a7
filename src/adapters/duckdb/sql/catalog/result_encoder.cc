#include "adapters/duckdb/sql/catalog/result_encoder.h"

#include "adapters/duckdb/files/row_collector.h"
#include "adapters/duckdb/sql/catalog/guarded.h"
#include "kernel/core/parallel.h"
#include "kernel/core/text.h"

namespace scrim::sql {
namespace {

// What a column is encoded as: an integer that the encoder takes as it is, or text.
duckdb_type encoded_type(const duckdb::LogicalType& type) {
    switch (type.id()) {
        case duckdb::LogicalTypeId::TINYINT: return DUCKDB_TYPE_TINYINT;
        case duckdb::LogicalTypeId::SMALLINT: return DUCKDB_TYPE_SMALLINT;
        case duckdb::LogicalTypeId::INTEGER: return DUCKDB_TYPE_INTEGER;
        case duckdb::LogicalTypeId::BIGINT: return DUCKDB_TYPE_BIGINT;
        case duckdb::LogicalTypeId::UTINYINT: return DUCKDB_TYPE_UTINYINT;
        case duckdb::LogicalTypeId::USMALLINT: return DUCKDB_TYPE_USMALLINT;
        case duckdb::LogicalTypeId::UINTEGER: return DUCKDB_TYPE_UINTEGER;
        default: return DUCKDB_TYPE_VARCHAR;
    }
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
    std::vector<engine::TypeHandle> types;
    duckdb::vector<duckdb::LogicalType> wanted_types;
    for (const std::size_t column : columns) {
        const duckdb::LogicalType& type = rows.Types()[column];
        const duckdb_type encoded = encoded_type(type);
        names.push_back(format("c{}", names.size()));
        types.emplace_back(duckdb_create_logical_type(encoded));
        wanted_types.push_back(encoded == DUCKDB_TYPE_VARCHAR ? duckdb::LogicalType::VARCHAR : type);
    }
    const std::vector<ColumnType> meant(columns.size(), ColumnType::category);
    return guarded([&]() -> Result<Table> {
        engine::RowCollector collector(names, types, meant);
        parallel_for(0, rows.ChunkCount(), 8, [&](std::size_t begin, std::size_t end) {
            duckdb::DataChunk all, wanted;
            rows.InitializeScanChunk(all);
            wanted.InitializeEmpty(wanted_types);
            for (std::size_t chunk = begin; chunk < end && !progress.cancelled(); ++chunk) {
                rows.FetchChunk(chunk, all);
                for (std::size_t c = 0; c < columns.size(); ++c) cast(all.data[columns[c]], wanted.data[c], all.size());
                wanted.SetCardinality(all.size());
                wanted.Flatten();
                // The C API's chunks are these.
                collector.add(reinterpret_cast<duckdb_data_chunk>(&wanted), chunk);
            }
        });
        if (progress.cancelled()) return cancelled_error();
        return collector.finish(progress);
    });
}

}  // namespace scrim::sql

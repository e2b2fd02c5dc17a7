#include "adapters/duckdb/files/beside_rows.h"

#include "adapters/duckdb/files/compressed_file.h"
#include "adapters/duckdb/files/engine_error.h"

namespace scrim::engine {

Result<std::string> beside_rows(const Relation& relation) {
    return guarded([&]() -> Result<std::string> {
        if (relation.format.compression == Compression::gzip) return beside_gzip(relation.path);
        if (relation.format.compression == Compression::zstd) return beside_zstd(relation.path);
        if (const auto look = relation.format.spec->beside_rows) return look(relation);
        return std::string();
    });
}

}  // namespace scrim::engine

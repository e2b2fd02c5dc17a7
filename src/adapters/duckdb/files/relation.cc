#include "adapters/duckdb/files/relation.h"

#include "adapters/duckdb/files/relation_opener.h"
#include "kernel/core/text.h"

namespace scrim::engine {

Result<Relation> open_relation(const TableInput& options) {
    Result<Relation> relation = RelationOpener(options).open();
    if (!relation) return Error{relation.error().kind, format("{}: {}", options.path, relation.error().message)};
    return relation;
}

Result<void> check_whole(const Relation& relation, const Progress& progress) {
    return guarded([&]() -> Result<void> {
        switch (relation.format.compression) {
            case Compression::none: break;
            case Compression::gzip: return check_gzip(relation.path, progress);
            case Compression::zstd: return check_zstd(relation.path);
        }
        return {};
    });
}

}  // namespace scrim::engine

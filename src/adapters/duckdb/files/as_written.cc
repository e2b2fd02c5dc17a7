#include "adapters/duckdb/files/as_written.h"

#include "adapters/duckdb/files/engine_error.h"

namespace scrim::engine {

Result<std::string> why_not_as_written(const Relation& relation, const Table& rows, const Progress& progress) {
    return guarded([&]() -> Result<std::string> {
        if (const auto compare = relation.format.spec->why_not_as_written) return compare(relation, rows, progress);
        return std::string("this is no file that is written");
    });
}

}  // namespace scrim::engine

#include "adapters/duckdb/files/engine_version.h"

#include "kernel/core/text.h"

#include <duckdb.h>

namespace scrim::engine {

std::string engine_version() { return duckdb_library_version(); }

Result<void> check_engine_version() {
    if (const std::string version = engine_version(); version != SCRIM_DUCKDB_VERSION)
        return fault_error(
            format("the DuckDB library is {}, but Scrim was built for {}; run tools/setup.sh and build again", version,
                   SCRIM_DUCKDB_VERSION));
    return {};
}

}  // namespace scrim::engine

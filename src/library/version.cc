#include "scrim/catalogue.h"

#include "adapters/duckdb/files/engine_version.h"

namespace scrim {

std::string version_text() {
    return std::string("scrim ") + SCRIM_VERSION + " (DuckDB " + engine::engine_version() + ")";
}

}  // namespace scrim

#include "engine/engine_version.h"

#include <duckdb.h>

namespace scrim {

std::string engine_version() { return duckdb_library_version(); }

}  // namespace scrim

#include "scrim/catalogue.h"

#include "engine/engine_version.h"

namespace scrim {

std::string version_text() { return std::string("scrim ") + SCRIM_VERSION + " (DuckDB " + engine_version() + ")"; }

}  // namespace scrim

// Which Scrim this is.
#pragma once

#include <string>

namespace scrim {

std::string version_text();  // "scrim 0.1.0 (DuckDB v1.4.4)"

}  // namespace scrim

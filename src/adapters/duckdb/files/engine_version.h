// Which DuckDB is at work.
#pragma once

#include "scrim/result.h"

#include <string>

namespace scrim::engine {

std::string engine_version();  // "v1.5.6"
// To be called before any C++ object of DuckDB's: with another version's layout the first one would crash.
Result<void> check_engine_version();

}  // namespace scrim::engine

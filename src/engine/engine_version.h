// Which DuckDB is at work.
#pragma once

#include <string>

namespace scrim {

std::string engine_version();  // "v1.4.4"

}  // namespace scrim

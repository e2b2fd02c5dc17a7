// "512MB", "4GB", "800000000" as bytes.
#pragma once

#include "scrim/result.h"

#include <string>

namespace scrim::cli {

Result<std::size_t> parse_memory_size(const std::string& text);

}  // namespace scrim::cli

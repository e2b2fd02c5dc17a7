// How many rows a table has: at least one, and as many as 32 bits number.
#pragma once

#include "scrim/result.h"

#include <cstdint>
#include <limits>

namespace scrim::encode {

constexpr std::uint64_t most_rows = std::numeric_limits<std::uint32_t>::max();

Result<void> check_rows(std::uint64_t rows);

}  // namespace scrim::encode

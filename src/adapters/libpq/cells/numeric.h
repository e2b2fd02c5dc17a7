// numeric: PostgreSQL's decimals as COPY sends them, digits to the base of 10,000.
#pragma once

#include "scrim/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace scrim::libpq {

// As PostgreSQL prints it: with all digits after the point that the value keeps ("12.50"), "NaN", "Infinity". Nothing
// for bytes that are none.
std::optional<std::string> numeric_text(std::string_view bytes);

}  // namespace scrim::libpq

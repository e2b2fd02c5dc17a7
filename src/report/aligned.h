// Tables of answers as text.
#pragma once

#include "scrim/statdb.h"

#include <optional>
#include <string>
#include <vector>

namespace scrim::report {

// Lines of cells in columns, aligned by characters, not bytes.
std::string aligned(const std::vector<std::vector<std::string>>& lines);
// "between 1,204 and 1,391", "exactly 4"
std::string between(const StatBound& lower, const StatBound& upper);
// A group's label; a value that is called NULL is quoted.
std::string group_label(const std::optional<std::string>& label);

}  // namespace scrim::report

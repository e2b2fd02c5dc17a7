// Meaning: what the caller of a table knows of one of its columns.
#pragma once

#include "scrim/input.h"

#include <string>
#include <string_view>
#include <vector>

namespace scrim::encode {

struct Meaning {
    ColumnType type = ColumnType::found;
    std::vector<std::string> missing = {};  // values that mean "no value"

    // Whether numbers and dates of the source are taken as the text that they print as.
    bool as_text() const { return type != ColumnType::found && type != ColumnType::plain; }
};

Meaning meaning_of(std::string_view column, const TableInput& input);

}  // namespace scrim::encode

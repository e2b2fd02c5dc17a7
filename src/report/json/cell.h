// Cells of tables and their columns: {"name": "age", "kind": "interval"}.
//
// A cell is null where there is no value. In a column of numbers it is a number, unless a reader that holds numbers as
// doubles would change it: whole numbers of 2^53 or more, decimals of more than 17 digits, and what JSON cannot write
// (NaN) are text. In a column of truth values it is true or false. All other cells are text, also intervals of numbers.
#pragma once

#include "kernel/core/json.h"
#include "scrim/sql.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrim::report::json {

// Text, or null.
Json cell(const std::optional<std::string>& text);
Json cell(SqlColumn::Kind kind, const std::optional<std::string>& text);
// Cells by the names of their columns.
Json cells(const std::vector<std::pair<std::string, std::optional<std::string>>>& values);

// What a column's cells are: number, interval (numbers and intervals of them), boolean or text.
const char* column_kind(const SqlColumn& column);
Json column(const SqlColumn& column);

}  // namespace scrim::report::json

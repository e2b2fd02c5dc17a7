// A column as a reader of its file sees it.
#pragma once

#include "kernel/core/column.h"
#include "scrim/result.h"

#include <string>

namespace scrim::release {

// The same values over a domain of those that occur, in the order in which a stranger sorts them: by value where all
// are numbers, dates or timestamps, else by their bytes. Refuses values that would be read as others: texts that become
// numbers when nothing else is left in their column, and are spelled otherwise than numbers are printed. Categories
// stay text.
Result<Column> read_back(const std::string& name, const Column& column, bool category = false);

}  // namespace scrim::release

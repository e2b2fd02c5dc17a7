// How a table that may be anonymized is read by the policy of its original.
#pragma once

#include "scrim/input.h"
#include "scrim/policy.h"
#include "scrim/result.h"

namespace scrim::library {

// As read_as(), but a type such as day_first applies only to columns that are written as the original is. A column that
// shows what a release prints ('*', an interval, a node of its hierarchy, dates and numbers as Scrim writes them) is
// read as labels. A value that is neither is left for the reader of the table to refuse.
Result<TableInput> read_as_shown(TableInput table, const Policy& policy, Progress& progress);

}  // namespace scrim::library

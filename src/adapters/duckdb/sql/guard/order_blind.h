// Questions whose answer cannot depend on the order of a view's rows, so that the rows need not be shuffled first:
// counts, extremes and sums of whole numbers, in groups or not, of one view. What is not surely so is not taken for it.
#pragma once

#include "adapters/duckdb/sql/catalog/view_version.h"

#include <duckdb.hpp>

namespace scrim::sql {

// Whether `statement`, which names this view and no other, is such a question. If it is one with groups, these are put
// in order as well, after what it asks to be ordered by: the order of groups is that of rows otherwise.
bool make_order_blind(duckdb::SQLStatement& statement, const ViewVersion& version);

}  // namespace scrim::sql

// Joins on generalized columns. "May be equal" between two columns is a condition that a hash join cannot check; but
// there are few labels, so the pairs that may be equal are listed, and the columns are joined with that list on
// equality.
#pragma once

#include <duckdb.hpp>

namespace scrim::sql {

void register_overlap_join(duckdb::DatabaseInstance& instance);

}  // namespace scrim::sql

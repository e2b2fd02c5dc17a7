// Comparisons that know generalized columns: =, <>, <, <=, >, >= and IN mean "may be" on them and are the engine's own
// on all others. Statements over views have their comparisons replaced by these functions; which of the two is meant is
// decided when the engine knows the types.
#pragma once

#include "adapters/duckdb/sql/catalog/view_catalog.h"

#include <duckdb.hpp>

#include <set>
#include <string>

namespace scrim::sql {

void register_compare_functions(duckdb::DatabaseInstance& instance);

using GeneralizedNames = std::set<std::string, ByName>;

// Replaces a comparison, BETWEEN, IN or NOT by calls of such functions; leaves everything else alone. `names` are those
// of the generalized columns that a statement may mean.
void replace_comparison(duckdb::unique_ptr<duckdb::ParsedExpression>& expression, const GeneralizedNames& names);

}  // namespace scrim::sql

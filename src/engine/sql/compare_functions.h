// Comparisons that know generalised columns: =, <>, <, <=, >, >= and IN mean "may be" on them and are the engine's own on
// all others. Statements over views have their comparisons replaced by these functions; which of the two is meant is
// decided when the engine knows the types.
#pragma once

#include <duckdb.hpp>

namespace scrim {

void register_compare_functions(duckdb::DatabaseInstance& instance);

// Replaces a comparison, BETWEEN or IN by a call of such a function; leaves everything else alone.
void replace_comparison(duckdb::unique_ptr<duckdb::ParsedExpression>& expression);

}  // namespace scrim

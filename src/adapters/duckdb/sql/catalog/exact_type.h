// Types whose equal values are the same value, and sums that do not depend on the order of what is added.
#pragma once

#include <duckdb.hpp>

#include <string_view>

namespace scrim::sql {

// Not floating-point numbers (0 and -0), intervals ('1 month' and '30 days'), text with a collation, or what is made of
// other types.
bool is_exact_type(const duckdb::LogicalType& type);

// Whether this aggregate, by its name, of values of this type is the same in every order; for sum, avg and the like.
bool sums_exactly(std::string_view aggregate, const duckdb::LogicalType& type);

}  // namespace scrim::sql

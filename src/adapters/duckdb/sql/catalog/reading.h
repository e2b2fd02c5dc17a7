// Whether a view's query may be read twice: once for the recoding, and again for the rows of every answer. If the two
// readings differed, rows would get labels that were made for others, in groups that are not there.
//
// Decided by what the engine makes of the query, so that it holds for plain views, macros and subqueries in it too.
// What is not on the list is refused.
#pragma once

#include <duckdb.hpp>

namespace scrim::sql {

enum class QueryReading {
    again,  // it gives the same whenever it is read, until tables change
    once,   // it may depend on the order in which the engine finds rows: LIMIT, windows, first, sums of fractions
};

// Refuses, with duckdb::BinderException, what depends on chance, on the clock or the session, and on files.
QueryReading reading_of(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::SQLStatement> query);

}  // namespace scrim::sql

// Answers of a statistical database: intervals that hold the truth, and what is promised of them.
//
//   interval(value)   {"lower": {"value": 3, "exact": "3", "shown": "3"}, "upper": …}
//
// A question in SQL is answered with a table, whatever its size; the server's questions for one count with that count.
#pragma once

#include "kernel/core/json.h"
#include "scrim/statdb.h"

#include <string>

namespace scrim::report::json {

// An end; null for none.
Json bound(const std::optional<StatBound>& bound);
// Its ends; null where there is nothing to aggregate.
Json interval(const StatValue& value);
Json stat_table(const StatAnswer& answer, bool explain = false);
// Of an answer of one row and one value.
Json stat_count(const StatAnswer& answer);
// "between 1,204 and 1,391 people", "exactly 4 people", "nobody"
std::string sentence(const StatValue& count);
// A column that can be asked about, with the levels of its hierarchy.
Json stat_column(const StatColumnInfo& column);

}  // namespace scrim::report::json

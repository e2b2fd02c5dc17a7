// Query: a question to a statistical database, bound to its columns.
//
//   SCRIM_TRY(Query query, parse_query("SELECT COUNT(*) FROM StatDB WHERE Age > 60 AND Disease = 'flu'", schema));
//
// A question is about rows whose quasi-identifiers satisfy `rows` and whose sensitive value is one of `values`: a
// conjunction of the two. Other mixtures are refused, because no interval for them is known to be safe and sure.
#pragma once

#include "kernel/core/ratio.h"
#include "methods/statdb/condition.h"
#include "methods/statdb/schema.h"
#include "scrim/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::statdb {

struct Query {
    enum class Aggregate { count, sum, avg, min, max, quantile };

    // What is selected, in order: an aggregate, or one of the groupings.
    struct Item {
        bool is_group = false;
        Aggregate aggregate = Aggregate::count;
        std::size_t group = 0;  // of groups
        Ratio quantile;         // of quantile: above 0 and below 1
        std::string title;      // the column of the answer, as it was written: "COUNT(*)", "Gender", "n" after AS
    };
    // GROUP BY a quasi-identifier, or level(column, l): by the nodes of its hierarchy at a level.
    struct Group {
        std::size_t column = 0;
        std::uint32_t level = 0;
    };

    std::vector<Item> items;
    std::vector<Group> groups;
    Condition rows;
    std::vector<Span> values;      // of the sensitive attribute's codes: ascending, not empty, apart; none: no value
    bool asks_for_values = false;  // something was said about the sensitive attribute
};

// Errors point at the word that is wrong.
Result<Query> parse_query(std::string_view text, const StatSchema& schema);

}  // namespace scrim::statdb

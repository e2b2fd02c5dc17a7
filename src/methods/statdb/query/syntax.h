// The parts of a query as they were written; which columns and values they mean is for the binder to say.
#pragma once

#include "methods/statdb/query.h"
#include "methods/statdb/query/error.h"

#include <string>
#include <vector>

namespace scrim::statdb::query {

struct NameSyntax {
    std::string text;
    Place place = {};
};

struct LiteralSyntax {
    enum class Kind { number, string };

    Kind kind = Kind::number;
    std::string text;  // of a number with its '-'
    Place place = {};
};

// <> is NOT one_of, NOT IN and NOT BETWEEN are NOT of the rest, IS NOT NULL is NOT is_null.
struct ConditionSyntax {
    enum class Kind {
        constant,
        one_of,
        less,
        less_equal,
        greater,
        greater_equal,
        between,
        is_null,
        negation,
        all_of,
        any_of
    };

    Kind kind = Kind::constant;
    Place place = {};
    bool value = true;                    // constant
    NameSyntax column;                    // one_of … is_null
    std::vector<LiteralSyntax> literals;  // one_of: one or more; less … greater_equal: one; between: two
    std::vector<ConditionSyntax> parts;   // negation: one; all_of, any_of: two or more
};

// A column, or level(column, level).
struct GroupSyntax {
    NameSyntax column;
    bool at_level = false;  // level(…) was written
    LiteralSyntax level{LiteralSyntax::Kind::number, "0", {}};
};

struct ItemSyntax {
    bool is_group = false;
    Query::Aggregate aggregate = Query::Aggregate::count;
    std::string function;  // the aggregate as it was written
    NameSyntax argument;   // of SUM, AVG, MIN, MAX and quantiles
    LiteralSyntax quantile{LiteralSyntax::Kind::number, "0.5", {}};
    GroupSyntax group;
    std::string title;
    Place place = {};
};

struct QuerySyntax {
    std::vector<ItemSyntax> items;
    ConditionSyntax where;  // TRUE where nothing was said
    std::vector<GroupSyntax> groups;
};

}  // namespace scrim::statdb::query

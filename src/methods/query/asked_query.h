// AskedQuery: a query about a release, with its columns found.
#pragma once

#include "methods/query/released.h"
#include "methods/statdb/query/askable.h"
#include "methods/statdb/query/syntax.h"
#include "scrim/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace scrim::querying {

using Aggregate = statdb::Query::Aggregate;

// A column of the rows, or the values that stand apart.
struct ColumnPlace {
    bool apart = false;
    std::size_t index = 0;  // of the rows' columns

    friend bool operator==(const ColumnPlace&, const ColumnPlace&) = default;
};

struct AskedGroup {
    ColumnPlace column;
    std::optional<std::uint32_t> level;  // of its hierarchy; nothing: by printed labels
    statdb::query::Place place = {};

    bool same_as(const AskedGroup& other) const { return column == other.column && level == other.level; }
};

struct AskedItem {
    std::optional<std::size_t> group;  // of groups; nothing: an aggregate
    Aggregate aggregate = Aggregate::count;
    ColumnPlace argument;  // of SUM, AVG, MIN and MAX
    statdb::query::Place place = {};
    std::string function, title;
};

struct AskedQuery {
    std::vector<AskedItem> items;
    std::vector<AskedGroup> groups;
    std::vector<std::vector<statdb::query::LiteralSyntax>> literals;  // that rows' columns are compared with
    std::vector<statdb::query::LiteralSyntax> literals_apart;
    std::vector<bool> used;  // which of the rows' columns the query is about
    bool uses_apart = false;
};

// The names of columns that a query is about, as the release spells them.
Result<std::vector<std::string>> names_in(const statdb::query::QuerySyntax& syntax,
                                          const std::vector<std::string>& all);
Result<AskedQuery> asked_query(const statdb::query::QuerySyntax& syntax, const Released& released);

}  // namespace scrim::querying

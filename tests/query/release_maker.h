// Small releases made by hand, and questions about them.
#pragma once

#include "methods/query/answer_release.h"
#include "methods/query/released_reader.h"
#include "methods/statdb/query/parser.h"
#include "tests/check/memory_source.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace scrim::testing {

// A table of texts, each cell of which may be a label; "NULL" is a missing value.
inline querying::Released bare_table(const std::vector<std::string>& columns,
                                     const std::vector<std::vector<std::string>>& rows,
                                     const hierarchy::Hierarchies& hierarchies = {}) {
    std::vector<std::vector<checking::Cell>> cells;
    for (const auto& row : rows) {
        cells.emplace_back();
        for (const std::string& text : row)
            cells.back().push_back(text == "NULL" ? checking::Cell() : checking::Cell(text));
    }
    checking::MemorySource source(columns, cells);
    auto released = querying::read_table(
        source, {}, [](const auto& all) { return Result<std::vector<std::string>>(all); }, no_progress());
    EXPECT_TRUE(released.ok());
    for (querying::ReleasedColumn& column : released->columns)
        if (const auto found = hierarchies.find(column.name); found != hierarchies.end())
            column.hierarchy = found->second;
    return *std::move(released);
}

// An anatomized or permuted release: `rows` end with their group's number, which is its place; values of each group.
inline querying::Released in_groups(const std::vector<std::string>& columns,
                                    const std::vector<std::vector<std::string>>& rows, const std::string& apart,
                                    const std::vector<std::vector<std::string>>& values) {
    std::vector<std::string> named = columns;
    named.push_back("group");
    querying::Released released = bare_table(named, rows);
    released.columns.pop_back();
    for (querying::ReleasedColumn& column : released.columns) column.exact = true;
    const Column& groups = released.rows.table[columns.size()];
    for (std::size_t row = 0; row < released.rows.size(); ++row)
        released.groups.push_back(static_cast<std::uint32_t>(std::stoul(groups.domain().label(groups[row]))));
    std::vector<std::vector<std::string>> pairs;
    for (std::size_t g = 0; g < values.size(); ++g)
        for (const std::string& value : values[g]) pairs.push_back({std::to_string(g), value});
    querying::Released apart_values = bare_table({"group", apart}, pairs);
    querying::PartedValues parted;
    parted.column = apart_values.columns[1];
    parted.column.exact = true;
    const Tuples& tuples = apart_values.rows;
    std::uint32_t at = 0;
    for (std::size_t g = 0; g < values.size(); ++g) {
        parted.offsets.push_back(at);
        for (; at < tuples.size() && tuples.table[0].domain().label(tuples.table[0][at]) == std::to_string(g); ++at) {
            parted.codes.push_back(tuples.table[1][at]);
            parted.counts.push_back(tuples.weights[at]);
        }
    }
    parted.offsets.push_back(at);
    released.parted = std::move(parted);
    released.form = "anatomized";
    released.certified = true;
    return released;
}

inline Result<QueryAnswer> ask(const querying::Released& released, const std::string& sql) {
    SCRIM_TRY(const auto syntax, statdb::query::parse_query_syntax(sql, ""));
    return querying::answer_release(released, syntax, no_progress());
}

inline std::string shown(const QueryInterval& interval) {
    if (interval.nothing) return "none";
    return (interval.lower ? interval.lower->exact : "-") + ".." + (interval.upper ? interval.upper->exact : "-") +
           (interval.may_be_nothing ? " or none" : "");
}

// "2..3", "-..-" where there is no bound, "none", or the error.
inline std::string interval_of(const querying::Released& released, const std::string& sql) {
    const auto answer = ask(released, sql);
    if (!answer) return answer.error().message;
    return shown(answer->rows.at(0).values.at(0).released.value());
}

// "7/3", "" where it is not known.
inline std::string expected_of(const querying::Released& released, const std::string& sql) {
    const auto answer = ask(released, sql);
    if (!answer) return answer.error().message;
    const auto& expected = answer->rows.at(0).values.at(0).expected;
    return expected ? expected->exact : "";
}

}  // namespace scrim::testing

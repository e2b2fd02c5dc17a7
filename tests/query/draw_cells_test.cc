// Plain values drawn from what labels cover: the distribution that a release shows, and values that lie in their cells.
#include "methods/query/draw_cells.h"

#include "methods/query/shown_shares.h"
#include "tests/query/release_maker.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>

namespace scrim::testing {
namespace draw_cells_test {

using querying::DrawnCells;
using querying::shown_shares;
using querying::Spans;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ShownShares, TheExampleOfTheHeader) {
    const std::vector<Spans> cells{{Span::of(0)}, {Span::of(1)}, {Span{0, 2}}};
    const std::vector<double> values{1, 1};
    const std::vector<std::uint64_t> records{3, 1, 1};
    EXPECT_NEAR(shown_shares(values, cells, records, 1, 200)[0], 3.0 / 4, 1e-9);
    EXPECT_NEAR(shown_shares(values, cells, records, 1, 1)[0], 3.5 / 5, 1e-12);
    EXPECT_NEAR(shown_shares(values, cells, records, 0)[0], 0.7, 1e-12);
}

// Cells of several spans, atoms of several values, cells without any: against the formula, summed up one by one.
TEST(ShownShares, EachRoundIsTheMeanOverTheRecords) {
    SeededRandom random(4);
    for (int round = 0; round < rounds(200); ++round) {
        const std::size_t atoms = 1 + random.below(6);
        std::vector<double> values(atoms);
        for (double& value : values) value = static_cast<double>(random.below(4));
        std::vector<Spans> cells;
        std::vector<std::uint64_t> records;
        for (std::size_t c = 0; c < 1 + random.below(5); ++c) {
            std::vector<char> in(atoms, 0);
            for (char& one : in) one = random.below(2) == 1;
            Spans cell;
            for (Code atom = 0; atom < atoms; ++atom) {
                if (!in[atom]) continue;
                if (!cell.empty() && cell.back().hi == atom)
                    ++cell.back().hi;
                else
                    cell.push_back(Span::of(atom));
            }
            cells.push_back(cell);
            records.push_back(random.below(4));
        }
        const double power = std::vector<double>{0, 0.5, 0.75, 1}[random.below(4)];
        std::vector<double> expected = values;
        for (int pass = 1; pass <= 3; ++pass) {
            std::vector<double> next(atoms, 0), weights(atoms, 0);
            for (std::size_t atom = 0; atom < atoms; ++atom)
                if (values[atom] > 0 && expected[atom] > 0)
                    weights[atom] = values[atom] * std::pow(expected[atom] / values[atom], power);
            double all = 0;
            for (std::size_t c = 0; c < cells.size(); ++c) {
                double of_cell = 0;
                for (const Span span : cells[c])
                    for (Code atom = span.lo; atom < span.hi; ++atom) of_cell += weights[atom];
                if (of_cell == 0) continue;
                all += static_cast<double>(records[c]);
                for (const Span span : cells[c])
                    for (Code atom = span.lo; atom < span.hi; ++atom)
                        next[atom] += static_cast<double>(records[c]) * weights[atom] / of_cell;
            }
            for (double& share : next) share = all > 0 ? share / all : 0;
            expected = next;
            const auto found = shown_shares(values, cells, records, power, pass);
            for (std::size_t atom = 0; atom < atoms; ++atom) ASSERT_NEAR(found[atom], expected[atom], 1e-9);
        }
    }
}

std::vector<std::string> texts(const Column& column) {
    std::vector<std::string> made;
    for (std::size_t row = 0; row < column.size(); ++row) made.push_back(column.domain().label(column[row]));
    return made;
}

DrawnCells drawn(const querying::Released& released, std::uint64_t seed = 1) {
    SeededRandom random(seed);
    auto made = querying::draw_cells(released.rows, released.columns, random);
    EXPECT_TRUE(made.ok()) << (made ? "" : made.error().message);
    return *std::move(made);
}

// Records that print "*" get 1, 2 and 3 nearly as often as the others have them.
TEST(DrawCells, FollowsTheDistributionThatIsShown) {
    std::vector<std::vector<std::string>> rows;
    for (int i = 0; i < 6000; ++i) rows.push_back({"1"});
    for (int i = 0; i < 3000; ++i) rows.push_back({"2"});
    for (int i = 0; i < 1000; ++i) rows.push_back({"3"});
    for (int i = 0; i < 2000; ++i) rows.push_back({"*"});
    std::map<std::string, int> counts;
    const DrawnCells made = drawn(bare_table({"c"}, rows));
    for (const std::string& value : texts(made.table[0])) ++counts[value];
    // Shares of about 0.59, 0.30 and 0.11, to the power of 3/4.
    EXPECT_NEAR(counts["1"], 6000 + 2000 * 0.53, 100);
    EXPECT_NEAR(counts["2"], 3000 + 2000 * 0.32, 100);
    EXPECT_NEAR(counts["3"], 1000 + 2000 * 0.15, 100);
    EXPECT_EQ(made.columns[0].drawn, 2000u);
    EXPECT_TRUE(made.table[0].domain().is_numeric());
}

// Classes by themselves: both ends of each are drawn. Of one cut: they need not be.
TEST(DrawCells, EndsOfIntervalsOfClassesOccur) {
    std::vector<std::vector<std::string>> own, cut;
    for (int i = 0; i < 3; ++i) {
        own.push_back({"[10, 500]", "x"});
        own.push_back({"[400, 900]", "y"});
        cut.push_back({"[10, 500]", "x"});
        cut.push_back({"[501, 900]", "y"});
    }
    int ends = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto made = texts(drawn(bare_table({"c", "d"}, own), seed).table[0]);
        for (const char* end : {"10", "500", "400", "900"})
            EXPECT_GE(std::count(made.begin(), made.end(), end), 1) << end;
        const auto others = texts(drawn(bare_table({"c", "d"}, cut), seed).table[0]);
        ends += static_cast<int>(std::count(others.begin(), others.end(), "10"));
    }
    EXPECT_LT(ends, 10);
}

TEST(DrawCells, EveryWholeNumberOfAnIntervalMayBeDrawnAndNoOther) {
    std::map<std::string, int> counts;
    for (std::uint64_t seed = 0; seed < 40; ++seed)
        for (const std::string& value : texts(drawn(bare_table({"c"}, {{"[20, 23]"}, {"30"}}), seed).table[0]))
            ++counts[value];
    std::vector<std::string> values;
    for (const auto& [value, count] : counts) values.push_back(value);
    EXPECT_THAT(values, ElementsAre("20", "21", "22", "23", "30"));
}

TEST(DrawCells, DatesAreDates) {
    const DrawnCells made = drawn(bare_table({"c"}, {{"[2024-02-28, 2024-03-01]"}, {"2024-05-05"}}));
    EXPECT_EQ(made.table[0].domain().kind(), Domain::Kind::date);
    EXPECT_THAT(texts(made.table[0])[1], ::testing::AnyOf("2024-02-28", "2024-02-29", "2024-03-01"));
}

TEST(DrawCells, WhatNobodyNamesIsKeptOrEmpty) {
    // "south" has the leaves a, which some record prints, and two more.
    const std::string outline = "outline;text;0\nleaves;levels;label;above\n1;0;a;south;*\n2;1;south;*\n1;1;north;*\n";
    auto column = querying::column_with_outline("c", outline);
    ASSERT_TRUE(column.ok()) << column.error().message;
    std::map<std::string, int> south;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        auto released = bare_table({"c"}, {{"a"}, {"south"}, {"north"}});
        const DomainPtr printed = released.columns[0].printed;
        released.columns[0] = *column;
        released.columns[0].printed = printed;
        const DrawnCells made = drawn(released, seed);
        const auto cells = texts(made.table[0]);  // in the order of the rows: a, north, south
        EXPECT_EQ(cells[0], "a");
        EXPECT_EQ(cells[1], "north");
        ++south[cells[2]];
        EXPECT_EQ(made.columns[0].labels + made.columns[0].drawn, 2u);
    }
    EXPECT_GT(south["a"], 0);
    EXPECT_GT(south["south"], 0);
    EXPECT_EQ(south["a"] + south["south"], 60);
    const DrawnCells nothing = drawn(bare_table({"c", "d"}, {{"*", "1"}, {"*", "2"}}));
    EXPECT_THAT(texts(nothing.table[0]), ElementsAre("NULL", "NULL"));
    EXPECT_EQ(nothing.columns[0].empty, 2u);
}

TEST(DrawCells, MissingValuesStayMissing) {
    const DrawnCells made = drawn(bare_table({"c"}, {{"NULL"}, {"[1, 1000]"}, {"5"}}));
    int missing = 0;
    for (const std::string& value : texts(made.table[0])) missing += value == "NULL";
    EXPECT_EQ(missing, 1);
    EXPECT_EQ(made.columns[0].empty, 0u);
}

// Whatever labels a column has: a drawn number lies in its interval, and rows stay in their order.
TEST(DrawCells, NumbersLieInTheirIntervals) {
    SeededRandom random(9);
    for (int round = 0; round < rounds(60); ++round) {
        std::vector<std::vector<std::string>> rows;
        for (int row = 0; row < 30; ++row) {
            const std::int64_t low = static_cast<std::int64_t>(random.below(50)) - 10;
            const std::int64_t high = low + static_cast<std::int64_t>(random.below(12));
            rows.push_back(
                {"r" + std::to_string(row),
                 low == high ? std::to_string(low) : "[" + std::to_string(low) + ", " + std::to_string(high) + "]"});
        }
        const auto released = bare_table({"id", "c"}, rows);
        const DrawnCells made = drawn(released, static_cast<std::uint64_t>(round));
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const std::string id = texts(made.table[0])[row], value = texts(made.table[1])[row];
            const std::string& label = rows[std::stoul(id.substr(1))][1];
            const std::int64_t number = std::stoll(value);
            if (label[0] != '[') {
                ASSERT_EQ(value, label);
                continue;
            }
            const std::size_t comma = label.find(',');
            ASSERT_GE(number, std::stoll(label.substr(1, comma - 1))) << label;
            ASSERT_LE(number, std::stoll(label.substr(comma + 2))) << label;
        }
    }
}

}  // namespace draw_cells_test
}  // namespace scrim::testing

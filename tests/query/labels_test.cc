// What labels stand for: intervals of every spelling, dates, masks, sets, "*", missing values, and nodes.
#include "tests/query/release_maker.h"

#include <gmock/gmock.h>

namespace scrim::testing {
namespace labels_test {

using ::testing::HasSubstr;

std::string count(const std::vector<std::string>& cells, const std::string& where,
                  const hierarchy::Hierarchies& hierarchies = {}) {
    std::vector<std::vector<std::string>> rows;
    for (const std::string& cell : cells) rows.push_back({cell});
    return interval_of(bare_table({"c"}, rows, hierarchies), "SELECT COUNT(*) FROM t WHERE " + where);
}

TEST(Labels, EndsOfIntervals) {
    EXPECT_EQ(count({"[20, 25]"}, "c <= 25"), "1..1");
    EXPECT_EQ(count({"[20, 25]"}, "c < 25"), "0..1");
    EXPECT_EQ(count({"[20, 25)"}, "c < 25"), "1..1");
    EXPECT_EQ(count({"[20, 25)"}, "c = 25"), "0..0");
    EXPECT_EQ(count({"(19, 25]"}, "c > 19"), "1..1");
    EXPECT_EQ(count({"(19, 25]"}, "c = 19"), "0..0");
    EXPECT_EQ(count({"20-25"}, "c BETWEEN 20 AND 25"), "1..1");
    EXPECT_EQ(count({"<20"}, "c < 20"), "1..1");
    EXPECT_EQ(count({"<20"}, "c < -1000"), "0..1");
    EXPECT_EQ(count({">=65", "70"}, "c >= 65"), "2..2");
    EXPECT_EQ(count({">=65", "70"}, "c > 1e6"), "0..1");
    EXPECT_EQ(count({"[-5, -2]"}, "c < -1.5"), "1..1");
}

// Nobody says that the values are whole numbers.
TEST(Labels, GapsMayHoldValues) {
    EXPECT_EQ(count({"[20, 22]"}, "c IN (20, 21, 22)"), "0..1");
    EXPECT_EQ(count({"[20, 22]"}, "c > 20 AND c < 21"), "0..1");
    EXPECT_EQ(count({"[20, 22]"}, "c > 19.5 AND c < 22.5"), "1..1");
}

TEST(Labels, SuppressedCellsAreAnythingOrNothing) {
    EXPECT_EQ(count({"*", "5"}, "c < 100"), "1..2");
    EXPECT_EQ(count({"*", "5"}, "c IS NULL"), "0..1");
    EXPECT_EQ(count({"*", "5"}, "c IS NOT NULL"), "1..2");
    EXPECT_EQ(count({"*", "a"}, "c = 'never seen'"), "0..1");
    EXPECT_EQ(count({"*", "NULL", "5"}, "c IS NULL"), "1..2");
    EXPECT_EQ(count({"*", "*"}, "c > 3"), "0..2");
}

TEST(Labels, Dates) {
    const std::vector<std::string> cells{"[2024-01-01, 2024-01-31]", "2024-03-05"};
    EXPECT_EQ(count(cells, "c <= '2024-01-31'"), "1..1");
    EXPECT_EQ(count(cells, "c < '2024-01-31'"), "0..1");
    EXPECT_EQ(count(cells, "c > '2024-01-31'"), "1..1");
    // There is no day between two days.
    EXPECT_EQ(count(cells, "c > '2024-01-30' AND c < '2024-01-31'"), "0..0");
    EXPECT_EQ(count(cells, "c < '2024-01-31 12:00:00'"), "1..1");
    const auto dates = bare_table({"c"}, {{cells[0]}, {cells[1]}});
    EXPECT_EQ(interval_of(dates, "SELECT MIN(c) FROM t"), "2024-01-01..2024-01-31");
    EXPECT_EQ(interval_of(dates, "SELECT MAX(c) FROM t"), "2024-03-05..2024-03-05");
    EXPECT_THAT(interval_of(dates, "SELECT SUM(c) FROM t"), HasSubstr("holds dates; ask for MIN, MAX or COUNT(*)"));
}

TEST(Labels, MasksAndSets) {
    EXPECT_EQ(count({"885**", "88512", "1a"}, "c = '88512'"), "1..2");
    EXPECT_EQ(count({"885**", "1a"}, "c = '88612'"), "0..0");
    EXPECT_EQ(count({"885**", "1a"}, "c = '885123'"), "0..0");
    EXPECT_EQ(count({"{flu, asthma}", "flu"}, "c = 'flu'"), "1..2");
    EXPECT_EQ(count({"{flu, asthma}", "flu"}, "c IN ('flu', 'asthma')"), "2..2");
    EXPECT_EQ(count({"{\"a, b\", c}", "d"}, "c = 'a, b'"), "0..1");
    EXPECT_EQ(count({"{[20, 24], NULL}", "7"}, "c BETWEEN 20 AND 24"), "0..1");
    EXPECT_EQ(count({"{[20, 24], NULL}", "7"}, "c BETWEEN 20 AND 24 OR c IS NULL"), "1..1");
}

TEST(Labels, NodesOfAHierarchy) {
    const hierarchy::Hierarchies known{
        {"c", std::make_shared<const hierarchy::Hierarchy>(*hierarchy::Hierarchy::from_paths(
                  {{"flu", "lung", "*"}, {"asthma", "lung", "*"}, {"hiv", "other", "*"}}))}};
    EXPECT_EQ(count({"lung", "hiv"}, "c = 'flu'", known), "0..1");
    EXPECT_EQ(count({"lung", "hiv"}, "c = 'lung'", known), "1..1");
    EXPECT_EQ(count({"lung", "*"}, "c <> 'hiv'", known), "1..2");
    const auto answer = ask(bare_table({"c"}, {{"lung"}, {"hiv"}, {"*"}}, known),
                            "SELECT level(c, 1), COUNT(*) FROM t GROUP BY level(c, 1)");
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    ASSERT_EQ(answer->rows.size(), 3u);  // "*" may be no value at all
    EXPECT_EQ(answer->rows[0].groups[0], "lung");
    EXPECT_EQ(shown(*answer->rows[0].values[0].released), "1..2");
    EXPECT_EQ(shown(*answer->rows[2].values[0].released), "0..1");
}

// An outline names only what labels need: what a value of it is called cannot be guessed.
TEST(Labels, OutlinesAreNotGuessedAt) {
    const auto outline =
        std::make_shared<const hierarchy::Hierarchy>(*hierarchy::Hierarchy::from_paths({{"\x01"
                                                                                         "1",
                                                                                         "lung", "*"},
                                                                                        {"\x01"
                                                                                         "2",
                                                                                         "lung", "*"},
                                                                                        {"hiv", "other", "*"}}));
    auto released = bare_table({"c"}, {{"lung"}, {"hiv"}});
    released.columns[0].hierarchy = outline;
    released.columns[0].outline = true;
    released.columns[0].names = {"lung", "hiv", "other", "*"};
    const auto asked = [&](const std::string& where) {
        return interval_of(released, "SELECT COUNT(*) FROM t WHERE " + where);
    };
    EXPECT_EQ(asked("c = 'lung'"), "1..1");
    EXPECT_EQ(asked("c = 'hiv'"), "1..1");
    EXPECT_THAT(asked("c = 'flu'"), HasSubstr("does not say which labels of column 'c' cover 'flu'"));
    EXPECT_THAT(ask(released, "SELECT level(c, 0), COUNT(*) FROM t GROUP BY level(c, 0)").error().message,
                HasSubstr("does not name all values of 'c' at level 0"));
}

// Numbers that an outline counts lie anywhere between those that it names: only intervals tell of them.
TEST(Labels, NumbersOfAnOutlineAreThoseOfItsIntervals) {
    const auto outline = std::make_shared<const hierarchy::Hierarchy>(*hierarchy::Hierarchy::from_paths(
        {{"1", "young", "*"}, {"2", "young", "*"}, {"20", "[20, 29]", "*"}, {"21", "[20, 29]", "*"}}));
    auto released = bare_table({"c"}, {{"young"}, {"[20, 29]"}});
    released.columns[0].hierarchy = outline;
    released.columns[0].outline = true;
    released.columns[0].names = {"young", "[20, 29]", "*"};
    const auto asked = [&](const std::string& sql) { return interval_of(released, "SELECT " + sql); };
    EXPECT_EQ(asked("COUNT(*) FROM t WHERE c = 'young'"), "1..1");
    EXPECT_EQ(asked("COUNT(*) FROM t WHERE c <= 29"), "1..2");
    EXPECT_EQ(asked("COUNT(*) FROM t WHERE c > 28 AND c < 29"), "0..0");  // the outline's values are whole
    EXPECT_EQ(asked("COUNT(*) FROM t WHERE c > 29"), "0..1");             // "young" may be anything
    EXPECT_EQ(asked("SUM(c) FROM t WHERE c >= 20"), "20..-");
    EXPECT_EQ(asked("COUNT(*) FROM t WHERE c = 25"), "0..2");
}

TEST(Labels, SumsWithoutAnEnd) {
    const auto released = bare_table({"c"}, {{">=65"}, {"[20, 24]"}});
    EXPECT_EQ(interval_of(released, "SELECT SUM(c) FROM t"), "85..-");
    EXPECT_EQ(interval_of(released, "SELECT MIN(c) FROM t"), "20..24");
    EXPECT_EQ(interval_of(released, "SELECT MAX(c) FROM t"), "65..-");
    EXPECT_EQ(interval_of(released, "SELECT AVG(c) FROM t WHERE c < 65"), "20..24");
    EXPECT_EQ(interval_of(released, "SELECT AVG(c) FROM t WHERE c < 0"), "none");
    EXPECT_EQ(expected_of(released, "SELECT SUM(c) FROM t WHERE c < 30"), "22");
}

// A column may stand in several parts of a condition.
TEST(Labels, ConditionsAreUnderstoodAsAWhole) {
    const auto released = bare_table({"age", "sex"}, {{"[20, 40]", "m"}, {"[20, 40]", "f"}});
    EXPECT_EQ(interval_of(released, "SELECT COUNT(*) FROM t WHERE age < 30 AND sex = 'm' OR age >= 30 AND sex = 'm'"),
              "1..1");
    EXPECT_EQ(interval_of(released, "SELECT COUNT(*) FROM t WHERE age < 30 AND age > 30"), "0..0");
    EXPECT_EQ(expected_of(released, "SELECT COUNT(*) FROM t WHERE age < 30 AND sex = 'm' OR age >= 30"), "32/21");
}

}  // namespace labels_test
}  // namespace scrim::testing

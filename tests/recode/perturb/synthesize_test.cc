// Synthetic records: drawn without bias, as many as asked for, apart from the original where that is promised.
#include "tests/recode/perturb/every_chance.h"
#include "tests/recode/perturb/records.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace scrim::recode {
namespace synthesize_test {

using namespace scrim::testing;
using ::testing::HasSubstr;

using Row = std::vector<std::string>;

// The chance of each record, over all that may be drawn of one record.
std::map<Row, double> chances(const std::string& method, const std::vector<RecordColumnOf>& columns) {
    EveryChance random;
    std::map<Row, double> found;
    do {
        Records records = make_records(columns);
        const auto made = perturbed(method, records, random);
        EXPECT_TRUE(made) << (made ? "" : made.error().message);
        if (!made) return {};
        Row row;
        for (const Column& column : made->columns) row.push_back(printed(column)[0]);
        found[row] += 1.0 / static_cast<double>(random.one_in());
    } while (random.another());
    return found;
}

// Leaves of one record over columns that tell all values apart: a record is as likely as it is frequent.
TEST(Synthesize, FineTreesDrawRecordsAsOftenAsTheyOccur) {
    const auto found = chances("synthesize(leaf=1, records=1)", {{"sex", {"f", "f", "f", "m"}},
                                                                 {"smokes", {"y", "n", "n", "n"}},
                                                                 {"ill", {"a", "b", "b", "c"}, Role::sensitive}});
    ASSERT_EQ(found.size(), 3u);
    EXPECT_NEAR(found.at({"f", "y", "a"}), 0.25, 1e-12);
    EXPECT_NEAR(found.at({"f", "n", "b"}), 0.5, 1e-12);
    EXPECT_NEAR(found.at({"m", "n", "c"}), 0.25, 1e-12);
}

// One leaf for everything: columns are independent, each by its own shares.
TEST(Synthesize, OneLeafDrawsColumnsIndependently) {
    const auto found =
        chances("synthesize(leaf=4, records=1)", {{"sex", {"f", "f", "f", "m"}}, {"age", {"1", "1", "2", ""}}});
    EXPECT_NEAR(found.at({"f", "1"}), 0.75 * 0.5, 1e-12);
    EXPECT_NEAR(found.at({"m", "2"}), 0.25 * 0.25, 1e-12);
    EXPECT_NEAR(found.at({"m", ""}), 0.25 * 0.25, 1e-12);
}

// The first two columns: each value as often, on average, as in the original, whatever the leaves.
TEST(Synthesize, CountsOfTheFirstColumnsAreUnbiased) {
    SeededRandom random(21);
    for (int round = 0; round < rounds(40); ++round) {
        std::vector<std::string> x, y;
        for (int i = 0; i < 7; ++i) {
            x.push_back(std::to_string(random.below(4)));
            y.push_back(std::string(1, "abc"[random.below(3)]));
        }
        const std::string method = "synthesize(leaf=" + std::to_string(1 + random.below(3)) + ", records=1)";
        std::map<std::string, double> of_x, of_y;
        for (const auto& [row, chance] : chances(method, {{"x", x}, {"y", y}})) {
            of_x[row[0]] += 7 * chance;
            of_y[row[1]] += 7 * chance;
        }
        for (const auto& value : x) EXPECT_NEAR(of_x[value], std::count(x.begin(), x.end(), value), 1e-9);
        for (const auto& value : y) EXPECT_NEAR(of_y[value], std::count(y.begin(), y.end(), value), 1e-9);
    }
}

TEST(Synthesize, WhatItPromisesIsKept) {
    SeededRandom random(22);
    for (int round = 0; round < rounds(30); ++round) {
        Records records = random_records(random, 10 + random.below(40));
        for (const char* method : {"synthesize", "synthesize(leaf=2, records=13)", "synthesize(leaf=3, apart=yes)"}) {
            Records copy = records;
            const auto made = perturbed(method, copy, random);
            ASSERT_TRUE(made) << made.error().message;
            ASSERT_EQ(made->columns.size(), records.columns.size());
            EXPECT_EQ(made->columns[0].size(),
                      std::string(method).find("13") != std::string::npos ? 13 : records.count);
            expect_kept(copy, *made);
        }
    }
}

// Two columns of two values, three of whose combinations occur: apart, only the fourth is left.
TEST(Synthesize, ApartNoRecordIsOneOfTheOriginal) {
    SeededRandom random(23);
    Records records = make_records({{"a", {"x", "x", "y"}}, {"b", {"1", "2", "1"}}});
    const auto made = perturbed("synthesize(leaf=3, apart=yes)", records, random);
    ASSERT_TRUE(made) << made.error().message;
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(printed(made->columns[0])[i], "y");
        EXPECT_EQ(printed(made->columns[1])[i], "2");
    }
    EXPECT_THAT(made->notes.front(), HasSubstr("equaled one of the original"));
}

TEST(Synthesize, Refusals) {
    SeededRandom random(24);
    Records records = make_records({{"a", {"x", "y"}}, {"b", {"1", "2"}}});
    EXPECT_EQ(perturbed("synthesize(leaf=3)", records, random).error().message,
              "synthesize: a leaf of 3 records is larger than the table, which has 2 records");
    Records alone = make_records({{"a", {"x", "y", "y"}}});
    EXPECT_THAT(perturbed("synthesize(leaf=1, apart=yes)", alone, random).error().message,
                HasSubstr("200 draws in a row equal records of the original"));
}

}  // namespace synthesize_test
}  // namespace scrim::recode

// Groups that an owner's file keeps, and records that join them later.
#include "kernel/recode/perturb/condensed_table.h"

#include "tests/recode/perturb/point_maker.h"
#include "tests/recode/perturb/records.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace scrim::recode::perturb {
namespace condensed_table_test {

using namespace scrim::testing;
using ::testing::HasSubstr;

CondensedTable two_groups() {
    CondensedTable table{2, {{"a", Domain::Kind::number, 1, 1}, {"b", Domain::Kind::date, 0, 1}}, {}};
    table.groups.push_back({3, {1.5, 100}, {2.0, -3, -3, 600}});
    table.groups.push_back({2, {40.25, 5000}, {0.5, 0, 0, 8}});
    return table;
}

std::string owners_file(const CondensedTable& table) {
    return Json{{"scrim_owner_file", 1}, {"condensed", table.json()}}.dump();
}

TEST(CondensedTable, IsReadAsItWasWritten) {
    const auto read = CondensedTable::of_text(owners_file(two_groups()));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->json(), two_groups().json());
    EXPECT_EQ(read->records(), 5u);
}

TEST(CondensedTable, WhatItRefusesToRead) {
    const auto refused = [](const std::string& text) { return CondensedTable::of_text(text).error().message; };
    EXPECT_THAT(refused("{}"), HasSubstr("no owner's file"));
    EXPECT_THAT(refused("not json"), HasSubstr("no owner's file"));
    EXPECT_THAT(refused(R"({"scrim_owner_file": 1})"), HasSubstr("kept no groups"));
    // Whatever is taken out or replaced by nonsense.
    const Json whole = Json::parse(owners_file(two_groups()));
    for (const char* pointer :
         {"/condensed/r", "/condensed/columns", "/condensed/columns/0/kind", "/condensed/columns/1/digits",
          "/condensed/columns/0/grid", "/condensed/groups", "/condensed/groups/0/records", "/condensed/groups/1/mean",
          "/condensed/groups/0/scatter", "/condensed/groups/0/scatter/3", "/condensed/groups/0/mean/1"})
        for (const Json& other : {Json(nullptr), Json("x"), Json(-1), Json::array()}) {
            Json changed = whole;
            changed[Json::json_pointer(pointer)] = other;
            if (other == Json(-1) && std::string(pointer).find("/scatter/") != std::string::npos) continue;
            if (other == Json(-1) && std::string(pointer).find("/mean/") != std::string::npos) continue;
            EXPECT_THAT(refused(changed.dump()), HasSubstr("damaged")) << pointer << changed.dump();
        }
    Json few = whole;
    few["condensed"]["groups"][1]["records"] = 1;
    EXPECT_THAT(refused(few.dump()), HasSubstr("damaged"));
}

// Sums, and sums of products, of all records: those of the groups and the arrivals, whichever group each joins.
TEST(CondensedTable, ArrivalsAddUp) {
    SeededRandom random(31);
    for (int round = 0; round < rounds(40); ++round) {
        CondensedTable table = two_groups();
        std::vector<double> sums(2, 0), products(4, 0);
        const auto add = [&](double times, const std::vector<double>& mean, const std::vector<double>& scatter) {
            for (std::size_t a = 0; a < 2; ++a) {
                sums[a] += times * mean[a];
                for (std::size_t b = 0; b < 2; ++b)
                    products[2 * a + b] += scatter[2 * a + b] + times * mean[a] * mean[b];
            }
        };
        for (const auto& group : table.groups) add(group.records, group.mean, group.scatter);
        PointSet points(2);
        const std::size_t arrivals = 2 + random.below(9);
        for (std::size_t i = 0; i < arrivals; ++i) {
            const std::vector<double> point{static_cast<double>(random.below(50)),
                                            static_cast<double>(random.below(6000))};
            points.add(point);
            add(1, point, {0, 0, 0, 0});
        }
        table.add(points);
        EXPECT_EQ(table.records(), 5 + arrivals);
        for (const auto& group : table.groups) {
            EXPECT_GE(group.records, 2u);
            EXPECT_LT(group.records, 4u);
            add(-static_cast<double>(group.records), group.mean, [&] {
                std::vector<double> scatter = group.scatter;
                for (double& entry : scatter) entry = -entry;
                return scatter;
            }());
        }
        for (const double sum : sums) EXPECT_NEAR(sum, 0, 1e-6);
        for (const double product : products) EXPECT_NEAR(product / 1e6, 0, 1e-6);
    }
}

// A group far away in a column that is measured in small units is not near because of a column in large ones.
TEST(CondensedTable, NearIsInStandardDeviations) {
    CondensedTable table{4, {{"a", Domain::Kind::number, 0, 1}, {"b", Domain::Kind::number, 0, 1}}, {}};
    table.groups.push_back({4, {0, 5000}, {0.1, 0, 0, 4e6}});
    table.groups.push_back({4, {10, 5600}, {0.1, 0, 0, 4e6}});
    PointSet points(2);
    points.add(std::vector<double>{9, 5100});
    table.add(points);
    EXPECT_EQ(table.groups[0].records, 4u);
    EXPECT_EQ(table.groups[1].records, 5u);
}

// As many as all groups have; each group's mean to within rounding.
TEST(CondensedTable, DrawsKeepTheMeans) {
    SeededRandom random(32);
    const CondensedTable table = two_groups();
    const PointSet drawn = table.draw(random);
    ASSERT_EQ(drawn.size(), 5u);
    for (std::size_t d = 0; d < 2; ++d) {
        EXPECT_NEAR((drawn[0][d] + drawn[1][d] + drawn[2][d]) / 3, table.groups[0].mean[d], 1e-9);
        EXPECT_NEAR((drawn[3][d] + drawn[4][d]) / 2, table.groups[1].mean[d], 1e-9);
    }
}

}  // namespace condensed_table_test
}  // namespace scrim::recode::perturb

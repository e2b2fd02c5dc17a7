// microaggregate, condense and gather as methods: what they print, keep, refuse, and do not look at.
#include "kernel/core/text.h"
#include "kernel/recode/perturb/centroids.h"
#include "kernel/recode/perturb/embedding.h"
#include "tests/recode/perturb/records.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace scrim::recode {
namespace microaggregate_test {

using namespace scrim::testing;
using Row = std::vector<std::string>;

// The released records, on the chosen columns.
std::vector<Row> rows_of(const Perturbed& made) {
    std::vector<Row> rows(made.columns.front().size());
    for (const Column& column : made.columns) {
        const std::vector<std::string> values = printed(column);
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(values[i]);
    }
    return rows;
}

std::map<Row, std::size_t> counts_of(const Perturbed& made) {
    std::map<Row, std::size_t> counts;
    for (const Row& row : rows_of(made)) ++counts[row];
    return counts;
}

std::string refusal(const char* method, Records records) {
    SeededRandom random(1);
    const auto made = perturbed(method, records, random);
    return made ? "" : made.error().message;
}

Records without_gaps(Random& random, std::size_t count) {
    std::vector<std::string> age, income, city, disease;
    for (std::size_t i = 0; i < count; ++i) {
        age.push_back(std::to_string(random.below(80)));
        income.push_back(format("{}.{:02}", random.below(3000), random.below(100)));
        city.push_back(std::string(1, static_cast<char>('a' + random.below(4))));
        disease.push_back(std::string(1, static_cast<char>('p' + random.below(3))));
    }
    return make_records({{"age", age}, {"income", income}, {"city", city}, {"disease", disease, Role::sensitive}});
}

TEST(Microaggregate, PrintsMeansOfTheOptimalGroups) {
    SeededRandom random(1);
    Records records = make_records({{"age", {"1", "2", "3", "10", "11", "13", "40", "41", "46", "47"}}});
    const auto made = perturbed("microaggregate(k=3)", records, random);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(printed(made->columns[0]), (Row{"2", "2", "2", "11", "11", "11", "44", "44", "44", "44"}));
    expect_kept(records, *made);
    ASSERT_EQ(made->kept.size(), 1u);
    EXPECT_EQ(made->kept[0].tolerance, Ratio(1, 2));
}

TEST(Microaggregate, KRecordsPrintTheSame) {
    SeededRandom random(2);
    for (int round = 0; round < rounds(12); ++round) {
        const std::size_t k = 1 + random.below(6);
        Records records = without_gaps(random, k + random.below(60));
        const std::string method = format("microaggregate(k={}, effort=3)", k);
        const auto made = perturbed(method, records, random);
        ASSERT_TRUE(made) << made.error().message;
        for (const auto& [row, count] : counts_of(*made)) EXPECT_GE(count, k) << join(row, " ");
        expect_kept(records, *made);
        EXPECT_TRUE(made->rows.empty());
    }
}

TEST(Microaggregate, GroupsSeeOnlyTheirColumns) {
    SeededRandom random(3);
    for (const char* method : {"microaggregate(k=3)", "gather(r=3)"}) {
        Records records = without_gaps(random, 40);
        const auto made = perturbed(method, records, random);
        ASSERT_TRUE(made);
        // Everybody gets another disease: the same is printed.
        std::vector<Code> diseases;
        for (std::size_t i = 0; i < records.count; ++i)
            diseases.push_back(records.columns[3].values[(i * 7 + 3) % records.count]);
        records.columns[3].values = Column(records.columns[3].values.domain_ptr(), diseases);
        const auto again = perturbed(method, records, random);
        ASSERT_TRUE(again);
        EXPECT_EQ(rows_of(*made), rows_of(*again));
    }
}

TEST(Microaggregate, MissingValuesAreGroupsOfTheirOwn) {
    SeededRandom random(4);
    Records records = make_records({{"age", {"1", "", "3", "", "5", "90"}}, {"zip", {"a", "a", "b", "b", "a", "b"}}});
    const auto made = perturbed("microaggregate(k=2)", records, random);
    ASSERT_TRUE(made) << made.error().message;
    const auto ages = printed(made->columns[0]);
    EXPECT_EQ(ages[1], "");
    EXPECT_EQ(ages[3], "");
    for (const std::size_t i : {0, 2, 4, 5}) EXPECT_NE(ages[i], "");
    for (const auto& [row, count] : counts_of(*made)) EXPECT_GE(count, 2u);
    expect_kept(records, *made);
    EXPECT_EQ(
        refusal("microaggregate(k=3)", records),
        "microaggregate: 2 records have no 'age', and k is 3: fill in what is missing, leave those records out, or "
        "choose other columns");
}

TEST(Microaggregate, WhatTheyRefuse) {
    SeededRandom random(5);
    const Records records = without_gaps(random, 8);
    EXPECT_EQ(refusal("microaggregate(k=9)", records),
              "microaggregate: k is 9, and the table has 8 records: give at most as much");
    EXPECT_EQ(refusal("gather(r=9)", records), "gather: r is 9, and the table has 8 records: give at most as much");
    EXPECT_EQ(refusal("condense(r=9)", records), "condense: r is 9, and the table has 8 records: give at most as much");
    EXPECT_NE(refusal("condense(r=2, columns=city)", records), "");
}

TEST(Microaggregate, MeansAreRoundedAwayFromZero) {
    Records records =
        make_records({{"x", {"-1", "-2", "1", "2", "7", "7"}}, {"y", {"0.5", "0.6", "1", "2", "3", "3"}}});
    records.chosen = {0, 1};
    Groups<std::uint32_t> groups;
    groups.add(std::vector<std::uint32_t>{0, 1});
    groups.add(std::vector<std::uint32_t>{2, 3});
    groups.add(std::vector<std::uint32_t>{4, 5});
    EXPECT_EQ(printed(perturb::with_centroids(records, 0, groups)), (Row{"-2", "-2", "2", "2", "7", "7"}));
    EXPECT_EQ(printed(perturb::with_centroids(records, 1, groups)), (Row{"0.6", "0.6", "1.5", "1.5", "3", "3"}));
}

TEST(Microaggregate, CategoriesPrintTheMostFrequentOrTheMiddleOne) {
    Records records = make_records({{"city", {"a", "b", "b", "c", "d", "a"}}});
    records.chosen = {0};
    Groups<std::uint32_t> all;
    all.add(std::vector<std::uint32_t>{0, 1, 2, 3, 4});
    all.add(std::vector<std::uint32_t>{5});
    EXPECT_EQ(printed(perturb::with_centroids(records, 0, all)), (Row{"b", "b", "b", "b", "b", "a"}));
    // a, c and d are of one region: a and two near it against b twice, alone.
    records.columns[0].hierarchy = std::make_shared<hierarchy::Hierarchy>(
        *hierarchy::Hierarchy::from_paths({{"a", "x", "*"}, {"c", "x", "*"}, {"d", "x", "*"}, {"b", "y", "*"}}));
    const hierarchy::Hierarchy& tree = *records.columns[0].hierarchy;
    std::vector<Code> codes;
    for (const char* value : {"a", "b", "b", "c", "d", "a"}) codes.push_back(*tree.domain().find(value));
    records.columns[0].values = Column(tree.domain_ptr(), codes);
    // a: 0 + 4 + 4 + 2 + 2 = 12; b: 4 + 0 + 0 + 4 + 4 = 12; a comes first.
    EXPECT_EQ(printed(perturb::with_centroids(records, 0, all))[0], "a");
}

TEST(Microaggregate, CategoriesAreAsFarApartAsTheirHierarchySays) {
    using hierarchy::Hierarchy;
    SeededRandom random(6);
    for (int round = 0; round < rounds(5); ++round) {
        std::vector<std::vector<std::string>> paths;
        for (int leaf = 0; leaf < 9; ++leaf)
            paths.push_back(
                {std::string(1, static_cast<char>('a' + leaf)), format("m{}", leaf / 2), format("t{}", leaf / 4), "*"});
        const Hierarchy tree = *Hierarchy::from_paths(paths);
        std::vector<Code> codes;
        for (int i = 0; i < 30; ++i) codes.push_back(static_cast<Code>(random.below(9)));
        const Column column(tree.domain_ptr(), codes);
        std::vector<std::uint32_t> all(codes.size());
        for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
        const perturb::EmbeddedColumn embedded{&column, &tree};
        const perturb::PointSet points = perturb::embed({&embedded, 1}, all);
        // One factor for all pairs, that makes the variance 1.
        EXPECT_NEAR(perturb::total(points), 29, 1e-9);
        double factor = 0;
        for (std::uint32_t a = 0; a < all.size(); ++a)
            for (std::uint32_t b = 0; b < a; ++b) {
                const double apart = perturb::squared_distance(points[a], points[b], points.dimensions());
                const double steps = perturb::steps_between(&tree, codes[a], codes[b]);
                if (steps > 0 && factor == 0) factor = apart / steps;
                EXPECT_NEAR(apart, factor * steps, 1e-9);
            }
    }
}

TEST(Condense, MeansStayAndNothingElseIsSaid) {
    SeededRandom random(7);
    for (int round = 0; round < rounds(4); ++round) {
        Records records = without_gaps(random, 12 + random.below(60));
        const auto made = perturbed("condense(r=6)", records, random);
        ASSERT_TRUE(made) << made.error().message;
        ASSERT_EQ(made->columns.size(), 2u);  // the numbers
        expect_kept(records, *made);
    }
}

TEST(Condense, EqualRecordsAndLargeNumbers) {
    SeededRandom random(8);
    Records records = make_records({{"x", Row(10, "9000000000000")}, {"y", Row(10, "-0.01")}});
    const auto made = perturbed("condense(r=5)", records, random);
    ASSERT_TRUE(made);
    EXPECT_EQ(printed(made->columns[0]), Row(10, "9000000000000"));
    EXPECT_EQ(printed(made->columns[1]), Row(10, "-0.01"));
}

TEST(Gather, SizesAndRadiiAreTrue) {
    SeededRandom random(9);
    for (int round = 0; round < rounds(4); ++round) {
        Records records = without_gaps(random, 10 + random.below(50));
        for (const char* method : {"gather(r=4)", "gather(r=4, epsilon=1/8)"}) {
            const auto made = perturbed(method, records, random);
            ASSERT_TRUE(made) << made.error().message;
            const std::vector<Row> rows = rows_of(*made);
            EXPECT_GE(rows.size() * 8, records.count * (std::string(method) == "gather(r=4)" ? 8 : 7));
            const auto sizes = printed(made->added[0]), radii = printed(made->added[1]);
            std::map<Row, std::set<std::string>> size_of;
            const auto counts = counts_of(*made);
            std::vector<std::uint32_t> all(records.count);
            for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
            std::vector<perturb::EmbeddedColumn> columns;
            for (int c = 0; c < 3; ++c)
                columns.push_back({&records.columns[c].values, records.columns[c].hierarchy.get()});
            const perturb::PointSet points = perturb::embed(columns, all);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                EXPECT_EQ(sizes[i], std::to_string(counts.at(rows[i])));
                EXPECT_GE(counts.at(rows[i]), 4u);
                // The center is a true record.
                const std::size_t own = made->rows.empty() ? i : made->rows[i];
                double nearest = 1e9;
                for (std::uint32_t p = 0; p < records.count; ++p) {
                    Row true_row;
                    for (int c = 0; c < 3; ++c)
                        true_row.push_back(records.columns[c].values.domain().label(records.columns[c].values[p]));
                    if (true_row == rows[i])
                        nearest = std::sqrt(perturb::squared_distance(points[p], points[own], points.dimensions()));
                }
                EXPECT_LE(nearest, std::stod(radii[i]));
            }
            expect_kept(records, *made);
        }
    }
}

}  // namespace microaggregate_test
}  // namespace scrim::recode

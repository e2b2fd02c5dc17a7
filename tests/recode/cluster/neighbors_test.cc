// Splitting and neighbors against their definitions.
#include "kernel/recode/cluster/neighbors.h"

#include "kernel/recode/cluster/regions.h"
#include "kernel/recode/cluster/split.h"
#include "tests/recode/problem_maker.h"

#include <gtest/gtest.h>

#include <set>

namespace scrim::recode::cluster {
namespace neighbors_test {

using scrim::testing::make_problem;
using scrim::testing::ProblemOf;
using scrim::testing::random_table;

Problem some_problem(std::size_t rows, std::size_t attributes, int max_level) {
    SeededRandom random(rows);
    ProblemOf of = random_table(random, rows, attributes, 3);
    of.quasi_identifiers[0].max_level = max_level;
    of.require = {"k_anonymity(k=1)"};
    return make_problem(of);
}

TEST(Split, BlocksAreAPartitionOfEachRegion) {
    for (const int max_level : {-1, 0}) {
        const Problem problem = some_problem(3000, 6, max_level);
        const Points points(problem);
        Judge judge(problem, points.cost().one());
        auto regions = *regions_that_hold(problem, points, judge);
        EXPECT_EQ(regions.size() > 1, max_level == 0);
        for (const std::size_t most : {std::size_t{1}, std::size_t{10}, std::size_t{5000}}) {
            std::set<std::uint32_t> seen;
            for (const auto& block : split(points, regions, most, 7)) {
                EXPECT_LE(block.size(), most);
                for (const std::uint32_t point : block) {
                    EXPECT_TRUE(seen.insert(point).second);
                    // Of one region: they agree in the attribute that must not be generalized.
                    EXPECT_TRUE(max_level < 0 ||
                                problem.column(0)[points.first_tuple(points.first_atom(point))] ==
                                    problem.column(0)[points.first_tuple(points.first_atom(block[0]))]);
                }
            }
            EXPECT_EQ(seen.size(), points.size());
        }
    }
}

TEST(Neighbors, AreMostlyTheNearestAndAscend) {
    const Problem problem = some_problem(3000, 7, -1);
    const Points points(problem);
    Judge judge(problem, points.cost().one());
    auto regions = *regions_that_hold(problem, points, judge);
    const std::uint32_t most = 10;
    const Neighbors neighbors(points, regions, most, 4);
    std::size_t near = 0;
    for (std::uint32_t p = 0; p < points.size(); ++p) {
        const auto cost = [&](std::uint32_t q) { return points.cost().between(points.row(p), points.row(q)); };
        std::vector<Cost> all;
        for (std::uint32_t q = 0; q < points.size(); ++q)
            if (q != p) all.push_back(cost(q));
        std::sort(all.begin(), all.end());
        const auto found = neighbors.of(p);
        ASSERT_EQ(found.size(), most);
        std::set<std::uint32_t> different(found.begin(), found.end());
        EXPECT_EQ(different.size(), most);
        EXPECT_FALSE(different.contains(p));
        for (std::size_t i = 0; i < most; ++i) {
            if (i > 0) {
                EXPECT_LE(cost(found[i - 1]), cost(found[i]));
            }
            near += cost(found[i]) <= all[most - 1];
        }
    }
    EXPECT_GT(static_cast<double>(near), 0.8 * most * points.size());
}

TEST(Neighbors, StayInTheirRegion) {
    const Problem problem = some_problem(500, 4, 0);
    const Points points(problem);
    Judge judge(problem, points.cost().one());
    auto regions = *regions_that_hold(problem, points, judge);
    const Neighbors neighbors(points, regions, 8, 3);
    const auto value = [&](std::uint32_t point) {
        return problem.column(0)[points.first_tuple(points.first_atom(point))];
    };
    for (std::uint32_t p = 0; p < points.size(); ++p)
        for (const std::uint32_t q : neighbors.of(p)) EXPECT_EQ(value(p), value(q));
}

}  // namespace neighbors_test
}  // namespace scrim::recode::cluster

// Microaggregation of points: MDAV as published, against a slow one; the univariate optimum and what exchange finds,
// against all groupings of a few points.
#include "kernel/recode/perturb/small_groups.h"
#include "kernel/recode/perturb/mdav.h"
#include "kernel/recode/perturb/univariate.h"
#include "tests/recode/perturb/point_maker.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace scrim::small_groups_test {
namespace {

using namespace recode::perturb;
using testing::Division;

Division sorted(const PointGroups& groups) {
    Division division;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        division.emplace_back(groups[g].begin(), groups[g].end());
        std::sort(division.back().begin(), division.back().end());
    }
    std::sort(division.begin(), division.end());
    return division;
}

void expect_division(const PointGroups& groups, std::size_t points, std::uint32_t k, std::size_t most) {
    std::vector<int> seen(points, 0);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        EXPECT_GE(groups[g].size(), k);
        EXPECT_LE(groups[g].size(), most);
        for (const std::uint32_t point : groups[g]) ++seen.at(point);
    }
    EXPECT_EQ(seen, std::vector<int>(points, 1));
}

double loss_of(const PointSet& points, const Division& division) {
    double sum = 0;
    for (const auto& group : division) sum += loss(points, group);
    return sum;
}

double least_loss(const PointSet& points, std::uint32_t k) {
    double least = std::numeric_limits<double>::infinity();
    testing::for_each_division(points.size(), k,
                               [&](const Division& division) { least = std::min(least, loss_of(points, division)); });
    return least;
}

// MDAV word by word: a list of points, sorted anew at every step.
Division slow_mdav(const PointSet& points, std::uint32_t k) {
    std::vector<std::uint32_t> left(points.size());
    std::iota(left.begin(), left.end(), 0u);
    Division groups;
    const auto squared = [&](std::uint32_t point, const std::vector<double>& from) {
        return squared_distance(points[point], from.data(), points.dimensions());
    };
    const auto place = [&](std::uint32_t point) {
        return std::vector<double>(points[point], points[point] + points.dimensions());
    };
    const auto farthest = [&](const std::vector<double>& from) {
        return *std::max_element(left.begin(), left.end(),
                                 [&](std::uint32_t a, std::uint32_t b) { return squared(a, from) < squared(b, from); });
    };
    const auto group_around = [&](const std::vector<double>& from) {
        std::stable_sort(left.begin(), left.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return squared(a, from) < squared(b, from); });
        groups.emplace_back(left.begin(), left.begin() + k);
        left.erase(left.begin(), left.begin() + k);
        std::sort(left.begin(), left.end());
        std::sort(groups.back().begin(), groups.back().end());
    };
    while (left.size() >= 3 * k) {
        const auto first = place(farthest(centroid(points, left)));
        const auto second = place(farthest(first));
        group_around(first);
        group_around(second);
    }
    if (left.size() >= 2 * k) group_around(place(farthest(centroid(points, left))));
    if (!left.empty()) groups.push_back(left);
    std::sort(groups.begin(), groups.end());
    return groups;
}

TEST(SmallGroups, MdavIsTheAlgorithmWordByWord) {
    SeededRandom random(1);
    for (int round = 0; round < rounds(60); ++round) {
        const auto k = static_cast<std::uint32_t>(1 + random.below(5));
        // Powers of two keep means exact where they are compared for being the farthest.
        const PointSet points = testing::random_points(random, k + random.below(60), 1 + random.below(4), 1u << 20);
        EXPECT_EQ(sorted(mdav(points, k)), slow_mdav(points, k));
    }
}

TEST(SmallGroups, MdavBreaksTiesByOrder) {
    // All the same: groups of those that come first; the last group has what is left.
    const PointSet same(1, std::vector<double>(8, 3.0));
    EXPECT_EQ(sorted(mdav(same, 3)), (Division{{0, 1, 2}, {3, 4, 5, 6, 7}}));
    EXPECT_EQ(mdav(PointSet(2), 3).size(), 0u);
}

TEST(SmallGroups, LossIsTheSumOfSquaresAroundMeans) {
    const PointSet points(2, {0, 0, 2, 0, 10, 10, 10, 14});
    PointGroups groups;
    groups.add(std::vector<std::uint32_t>{0, 1});
    groups.add(std::vector<std::uint32_t>{2, 3});
    EXPECT_DOUBLE_EQ(loss(points, groups), 1 + 1 + 4 + 4);
    // Means 5.5 and 6.
    EXPECT_DOUBLE_EQ(total(points), 5.5 * 5.5 + 3.5 * 3.5 + 4.5 * 4.5 + 4.5 * 4.5 + 36 + 36 + 16 + 64);
}

TEST(SmallGroups, UnivariateLosesLeastOfAll) {
    SeededRandom random(2);
    for (int round = 0; round < rounds(40); ++round) {
        const auto k = static_cast<std::uint32_t>(1 + random.below(4));
        const std::size_t count = k + random.below(10 - k);
        const PointSet points = testing::random_points(random, count, 1, 4 + random.below(40));
        const PointGroups groups = univariate(points, k);
        expect_division(groups, count, k, std::max<std::size_t>(1, 2 * k - 1));
        EXPECT_NEAR(loss(points, groups), least_loss(points, k), 1e-9);
    }
}

TEST(SmallGroups, UnivariateKeepsItsDigitsFarFromZero) {
    // Values whose squares differ in digits that a double does not have.
    PointSet points(1, {1e9, 1e9 + 1, 1e9 + 10, 1e9 + 11, 1e9 + 20, 1e9 + 21});
    EXPECT_EQ(sorted(univariate(points, 2)), (Division{{0, 1}, {2, 3}, {4, 5}}));
}

TEST(SmallGroups, NeverLoseMoreThanMdavAndOftenTheLeast) {
    SeededRandom random(3);
    int optimal = 0, mdav_optimal = 0;
    const int tables = rounds(25);
    for (int round = 0; round < tables; ++round) {
        const auto k = static_cast<std::uint32_t>(2 + random.below(2));
        const std::size_t count = 7 + random.below(3);
        const PointSet points = testing::random_points(random, count, 2 + random.below(2), 3 + random.below(60));
        const PointGroups groups = *small_groups(points, k, {.rounds = 6}, no_progress());
        expect_division(groups, count, k, count);
        const double found = loss(points, groups), least = least_loss(points, k),
                     before = loss(points, mdav(points, k));
        EXPECT_LE(found, before + 1e-9);
        EXPECT_GE(found, least - 1e-9);
        optimal += found <= least + 1e-9;
        mdav_optimal += before <= least + 1e-9;
    }
    EXPECT_GE(optimal, tables * 9 / 10);
    EXPECT_LT(mdav_optimal, optimal);
}

TEST(SmallGroups, LargerTablesInBlocks) {
    SeededRandom random(4);
    for (const std::uint32_t k : {3u, 7u}) {
        const PointSet points = testing::random_points(random, 2100, 3, 1000);
        // As if the whole table were too large for MDAV.
        const Effort effort{.rounds = 1, .mdav_limit = 0};
        const PointGroups start = *small_groups(points, k, {.rounds = 0, .mdav_limit = 0}, no_progress());
        const PointGroups groups = *small_groups(points, k, effort, no_progress());
        expect_division(start, points.size(), k, 2 * k - 1);
        expect_division(groups, points.size(), k, points.size());
        EXPECT_LT(loss(points, groups), loss(points, start));
        EXPECT_EQ(sorted(groups), sorted(*small_groups(points, k, effort, no_progress())));
    }
}

TEST(SmallGroups, FewPointsAndEqualPoints) {
    const PointSet few(2, {0, 0, 1, 1, 5, 5});
    EXPECT_EQ(sorted(*small_groups(few, 2, {.rounds = 4}, no_progress())), (Division{{0, 1, 2}}));
    EXPECT_EQ(sorted(*small_groups(few, 1, {.rounds = 4}, no_progress())), (Division{{0}, {1}, {2}}));
    const PointSet equal(2, std::vector<double>(80, 7.0));
    const PointGroups groups = *small_groups(equal, 3, {.rounds = 4}, no_progress());
    expect_division(groups, 40, 3, 40);
    EXPECT_EQ(loss(equal, groups), 0);
}

TEST(SmallGroups, StopsOnRequest) {
    struct Stopped final : Progress {
        bool cancelled() const override { return true; }
    } stopped;
    SeededRandom random(5);
    const PointSet points = testing::random_points(random, 50, 2, 100);
    const auto groups = small_groups(points, 3, {.rounds = 1}, stopped);
    ASSERT_FALSE(groups.ok());
    EXPECT_EQ(groups.error().kind, Error::Kind::cancelled);
}

}  // namespace
}  // namespace scrim::small_groups_test

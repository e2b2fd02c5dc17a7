// Condensation: what is kept of a group, what is drawn from it, and what arrivals change, against the records
// themselves.
#include "kernel/recode/perturb/condensation.h"
#include "kernel/recode/perturb/eigen.h"
#include "tests/recode/perturb/point_maker.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace scrim::condensation_test {
namespace {

using namespace recode::perturb;

std::vector<std::uint32_t> all_of(const PointSet& points) {
    std::vector<std::uint32_t> all(points.size());
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

// Of all groups together: records, sums, and sums of products.
struct Sums {
    double records = 0;
    std::vector<double> sums, products;
};

Sums sums_of(const std::vector<Condensation::Moments>& groups, std::size_t dimensions) {
    Sums all{0, std::vector<double>(dimensions, 0.0), std::vector<double>(dimensions * dimensions, 0.0)};
    for (const auto& group : groups) {
        all.records += group.records;
        for (std::size_t a = 0; a < dimensions; ++a) {
            all.sums[a] += group.records * group.mean[a];
            for (std::size_t b = 0; b < dimensions; ++b)
                all.products[a * dimensions + b] +=
                    group.scatter[a * dimensions + b] + group.records * group.mean[a] * group.mean[b];
        }
    }
    return all;
}

Sums sums_of(const PointSet& points) {
    const std::size_t dimensions = points.dimensions();
    Sums all{static_cast<double>(points.size()), std::vector<double>(dimensions, 0.0),
             std::vector<double>(dimensions * dimensions, 0.0)};
    for (std::uint32_t p = 0; p < points.size(); ++p)
        for (std::size_t a = 0; a < dimensions; ++a) {
            all.sums[a] += points[p][a];
            for (std::size_t b = 0; b < dimensions; ++b)
                all.products[a * dimensions + b] += points[p][a] * points[p][b];
        }
    return all;
}

void expect_equal(const Sums& a, const Sums& b) {
    EXPECT_EQ(a.records, b.records);
    for (std::size_t i = 0; i < a.sums.size(); ++i) EXPECT_NEAR(a.sums[i], b.sums[i], 1e-6);
    for (std::size_t i = 0; i < a.products.size(); ++i) EXPECT_NEAR(a.products[i], b.products[i], 1e-5);
}

TEST(Condensation, EigenvectorsMakeTheMatrix) {
    SeededRandom random(1);
    for (int round = 0; round < rounds(20); ++round) {
        const std::size_t n = 1 + random.below(6);
        std::vector<double> matrix(n * n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j <= i; ++j)
                matrix[i * n + j] = matrix[j * n + i] = static_cast<double>(random.below(19)) - 9;
        const Eigen found = eigen(matrix, n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                double entry = 0, product = 0;
                for (std::size_t e = 0; e < n; ++e) {
                    entry += found.values[e] * found.vectors[e * n + i] * found.vectors[e * n + j];
                    product += found.vectors[i * n + e] * found.vectors[j * n + e];
                }
                EXPECT_NEAR(entry, matrix[i * n + j], 1e-9);
                EXPECT_NEAR(product, i == j ? 1 : 0, 1e-9);
            }
        for (std::size_t e = 1; e < n; ++e) EXPECT_GE(found.values[e - 1], found.values[e]);
    }
}

TEST(Condensation, KeepsTheMomentsOfAGroup) {
    SeededRandom random(2);
    const PointSet points = testing::random_points(random, 12, 3, 50);
    Condensation groups(3, 5);
    groups.add_group(points, all_of(points));
    expect_equal(sums_of(groups.groups(), 3), sums_of(points));
}

TEST(Condensation, DrawsHaveTheMeanAlwaysAndTheCovarianceOnAverage) {
    SeededRandom random(3);
    const PointSet points = testing::random_points(random, 6, 2, 30);
    Condensation groups(2, 3);
    groups.add_group(points, all_of(points));
    const auto& moments = groups.groups().front();
    std::vector<double> scatter(4, 0.0);
    constexpr int draws = 20'000;
    for (int i = 0; i < draws; ++i) {
        const PointSet drawn = groups.draw(0, random);
        ASSERT_EQ(drawn.size(), points.size());
        Condensation again(2, 3);
        again.add_group(drawn, all_of(drawn));
        for (int d = 0; d < 2; ++d) ASSERT_NEAR(again.groups().front().mean[d], moments.mean[d], 1e-9);
        for (int e = 0; e < 4; ++e) scatter[e] += again.groups().front().scatter[e] / draws;
    }
    const double most = std::max(moments.scatter[0], moments.scatter[3]);
    for (int e = 0; e < 4; ++e) EXPECT_NEAR(scatter[e], moments.scatter[e], 0.03 * most);
}

TEST(Condensation, DrawsStayOnTheEigenvectors) {
    // Records on a line: what is drawn lies on it, within the square root of 3 of a standard deviation, where centering
    // and widening may add a little.
    PointSet line(2);
    for (int i = 0; i < 10; ++i) line.add(std::vector<double>{1.0 * i, 2.0 * i + 1});
    Condensation groups(2, 5);
    groups.add_group(line, all_of(line));
    SeededRandom random(4);
    for (int i = 0; i < 100; ++i) {
        const PointSet drawn = groups.draw(0, random);
        for (std::uint32_t p = 0; p < drawn.size(); ++p) {
            EXPECT_NEAR(drawn[p][1], 2 * drawn[p][0] + 1, 1e-9);
            EXPECT_LE(std::abs(drawn[p][0] - 4.5), 2 * std::sqrt(3 * 8.25));
        }
    }
}

TEST(Condensation, ArrivalsJoinTheNearestGroupAndSplitIt) {
    SeededRandom random(5);
    for (int round = 0; round < rounds(10); ++round) {
        const std::uint32_t r = 2 + static_cast<std::uint32_t>(random.below(4));
        const PointSet first = testing::random_points(random, r, 3, 100),
                       more = testing::random_points(random, 60, 3, 100);
        Condensation groups(3, r);
        groups.add_group(first, all_of(first));
        PointSet all = first;
        for (std::uint32_t p = 0; p < more.size(); ++p) {
            groups.add(std::span(more[p], 3));
            all.add(std::span(more[p], 3));
            for (const auto& group : groups.groups()) {
                EXPECT_GE(group.records, r);
                EXPECT_LT(group.records, 2 * r);
            }
        }
        // Splitting from moments alone loses none of them.
        expect_equal(sums_of(groups.groups(), 3), sums_of(all));
        EXPECT_GE(groups.groups().size(), all.size() / (2 * r));
    }
}

TEST(Condensation, ASplitGroupIsTwoHalvesOfAUniformOne) {
    // 0, 1 and 0, 1: variance 1/4, so that the halves are at the square root of 3/4 of a half from the middle.
    const PointSet points(1, {0, 1, 0});
    Condensation groups(1, 2);
    groups.add_group(points, all_of(points));
    groups.add(std::vector<double>{1});
    ASSERT_EQ(groups.groups().size(), 2u);
    for (const auto& half : groups.groups()) {
        EXPECT_EQ(half.records, 2u);
        EXPECT_NEAR(std::abs(half.mean[0] - 0.5), std::sqrt(0.75) / 2, 1e-12);
        EXPECT_NEAR(half.scatter[0], 2 * 0.25 / 4, 1e-12);
    }
}

}  // namespace
}  // namespace scrim::condensation_test

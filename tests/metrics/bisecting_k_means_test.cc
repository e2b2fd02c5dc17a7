#include "kernel/metrics/bisecting_k_means.h"

#include "kernel/core/random.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <memory>

namespace scrim::metrics {
namespace bisecting_k_means_test {

hierarchy::Attribute numbers(const std::string& name, const std::vector<Int128>& units, bool with_null = false) {
    return hierarchy::Attribute::flat(
        name, std::make_shared<Domain>(Domain::of_numbers(units, 0, Domain::Kind::number, with_null)));
}

// Points of two columns of numbers, 0 to 9, by their codes.
struct Plane {
    std::vector<hierarchy::Attribute> columns;
    ValueSpace space;
    std::vector<std::vector<Place>> places;
    std::vector<SpacePoint> points;

    explicit Plane(const std::vector<std::pair<Code, Code>>& codes) {
        for (const char* name : {"x", "y"}) columns.push_back(numbers(name, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
        for (std::size_t c = 0; c < 2; ++c) {
            std::vector<double> records(10, 0);
            for (const auto& [x, y] : codes) ++records[c == 0 ? x : y];
            space.add(columns[c], records);
            auto& of_codes = places.emplace_back();
            for (Code code = 0; code < 10; ++code) of_codes.push_back(space.place(c, Span::of(code)));
        }
        for (const auto& [x, y] : codes) points.push_back({{&places[0][x], &places[1][y]}, 1});
    }
};

TEST(BisectingKMeans, FindsClustersThatAreThere) {
    const Plane plane({{0, 0}, {1, 0}, {0, 1}, {9, 9}, {8, 9}, {9, 0}, {9, 1}});
    const Clusters clusters = bisecting_k_means(plane.points, plane.space.coordinates(), 3);
    ASSERT_EQ(clusters.centers.size(), 3u);
    EXPECT_EQ(clusters.of[0], clusters.of[1]);
    EXPECT_EQ(clusters.of[0], clusters.of[2]);
    EXPECT_EQ(clusters.of[3], clusters.of[4]);
    EXPECT_EQ(clusters.of[5], clusters.of[6]);
    EXPECT_NE(clusters.of[0], clusters.of[3]);
    EXPECT_NE(clusters.of[3], clusters.of[5]);
    for (std::size_t i = 0; i < plane.points.size(); ++i)
        EXPECT_EQ(nearest(clusters.centers, plane.points[i]), clusters.of[i]);
}

TEST(BisectingKMeans, MakesNoMoreClustersThanThereAreDifferentPoints) {
    const Plane plane({{0, 0}, {0, 0}, {9, 9}, {9, 9}});
    EXPECT_EQ(bisecting_k_means(plane.points, plane.space.coordinates(), 5).centers.size(), 2u);
    const Plane one({{3, 3}, {3, 3}});
    EXPECT_EQ(bisecting_k_means(one.points, one.space.coordinates(), 2).centers.size(), 1u);
}

// Every way to put eight points in two clusters: none has less error, and few have much less than what is found.
TEST(BisectingKMeans, IsNearTheBestOfAllPartitions) {
    SeededRandom random(81);
    double best = 0, reached = 0;
    for (int round = 0; round < rounds(40); ++round) {
        std::vector<std::pair<Code, Code>> codes;
        for (int i = 0; i < 8; ++i)
            codes.emplace_back(static_cast<Code>(random.below(10)), static_cast<Code>(random.below(10)));
        const Plane plane(codes);
        const Clusters found = bisecting_k_means(plane.points, plane.space.coordinates(), 2);
        double least = error_of(plane.points, found) + 1;
        for (std::uint32_t first = 1; first < 128; ++first) {
            Clusters tried{std::vector<Center>(2, {std::vector<double>(plane.space.coordinates(), 0), 0}), {}};
            std::vector<double> sizes(2, 0);
            for (std::uint32_t i = 0; i < 8; ++i) {
                tried.of.push_back(first >> i & 1);
                ++sizes[tried.of.back()];
                for (const Place* place : plane.points[i].places)
                    for (const auto& [coordinate, amount] : place->amounts)
                        tried.centers[tried.of.back()].at[coordinate] += amount;
            }
            for (std::size_t c = 0; c < 2; ++c)
                for (double& at : tried.centers[c].at) {
                    at /= sizes[c];
                    tried.centers[c].square += at * at;
                }
            least = std::min(least, error_of(plane.points, tried));
        }
        EXPECT_GE(error_of(plane.points, found), least - 1e-9);
        best += least;
        reached += error_of(plane.points, found);
    }
    EXPECT_LT(reached, 1.15 * best);
}

// Nurses and doctors stand below `medical`: closer to each other than to a painter.
TEST(ValueSpace, CategoriesAreAsFarApartAsTheirWayIsLong) {
    const auto jobs = hierarchy::Attribute::over(
        "job", std::make_shared<hierarchy::Hierarchy>(*hierarchy::Hierarchy::from_paths(
                   {{"doctor", "medical", "*"}, {"nurse", "medical", "*"}, {"painter", "artist", "*"}})));
    ValueSpace space;
    space.add(jobs, {1, 1, 2});
    const auto distance = [&](Span a, Span b) {
        std::vector<double> difference(space.coordinates(), 0);
        for (const auto& [coordinate, amount] : space.place(0, a).amounts) difference[coordinate] += amount;
        for (const auto& [coordinate, amount] : space.place(0, b).amounts) difference[coordinate] -= amount;
        double sum = 0;
        for (const double one : difference) sum += one * one;
        return sum;
    };
    EXPECT_NEAR(distance({0, 1}, {2, 3}), 2 * distance({0, 1}, {1, 2}), 1e-12);
    // A node is the mean of its leaves.
    EXPECT_NEAR(distance({0, 2}, {0, 1}), distance({0, 1}, {1, 2}) / 4, 1e-12);
}

TEST(ValueSpace, NumbersAreInStandardDeviationsAndNullIsTheirMean) {
    const auto ages = numbers("age", {10, 20, 30}, true);
    ValueSpace space;
    space.add(ages, {1, 0, 1, 5});
    EXPECT_NEAR(space.place(0, {0, 1}).amounts[0].second, -1, 1e-12);
    EXPECT_NEAR(space.place(0, {0, 2}).amounts[0].second, -0.5, 1e-12);
    EXPECT_NEAR(space.place(0, {3, 4}).amounts[0].second, 0, 1e-12);
}

TEST(FMeasure, OfTheContract) {
    EXPECT_NEAR(f_measure({{5, 1}, {0, 4}}), 0.6 * 10 / 11 + 0.4 * 8 / 9, 1e-12);
    EXPECT_EQ(f_measure({{6, 0}, {0, 4}}), 1);
    // All in one: 2 · 6 / 16 and 2 · 4 / 14.
    EXPECT_NEAR(f_measure({{6}, {4}}), 0.6 * 12 / 16 + 0.4 * 8 / 14, 1e-12);
}

}  // namespace bisecting_k_means_test
}  // namespace scrim::metrics

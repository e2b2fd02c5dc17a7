// r-gather against all clusterings of a few points: within twice the least radius, and four times where points may be
// left out.
#include "kernel/recode/perturb/r_gather.h"
#include "tests/recode/perturb/point_maker.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrim::r_gather_test {
namespace {

using namespace recode::perturb;
using testing::Division;

double distance(const PointSet& points, std::uint32_t a, std::uint32_t b) {
    return std::sqrt(squared_distance(points[a], points[b], points.dimensions()));
}

// Of the best center among the cluster's points.
double radius_of(const PointSet& points, const std::vector<std::uint32_t>& cluster) {
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t center : cluster) {
        double most = 0;
        for (const std::uint32_t point : cluster) most = std::max(most, distance(points, center, point));
        least = std::min(least, most);
    }
    return least;
}

// The least largest radius, over all points but at most `out`.
double least_radius(const PointSet& points, std::uint32_t r, std::uint32_t out) {
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t kept = 0; kept < 1u << points.size(); ++kept) {
        std::vector<std::uint32_t> ids;
        for (std::uint32_t p = 0; p < points.size(); ++p)
            if ((kept >> p & 1) != 0) ids.push_back(p);
        if (ids.empty() || ids.size() + out < points.size()) continue;
        testing::for_each_division(static_cast<std::uint32_t>(ids.size()), r, [&](const Division& division) {
            double most = 0;
            for (auto cluster : division) {
                for (std::uint32_t& point : cluster) point = ids[point];
                most = std::max(most, radius_of(points, cluster));
            }
            least = std::min(least, most);
        });
    }
    return least;
}

// Valid, and its radii are what they are said to be; returns the largest.
double check(const PointSet& points, const Gathering& found, std::uint32_t r, std::uint32_t out) {
    std::vector<int> seen(points.size(), 0);
    double most = 0;
    for (std::size_t c = 0; c < found.clusters.size(); ++c) {
        EXPECT_GE(found.clusters[c].size(), r);
        double radius = 0;
        bool has_center = false;
        for (const std::uint32_t point : found.clusters[c]) {
            ++seen[point];
            radius = std::max(radius, distance(points, point, found.centers[c]));
            has_center |= point == found.centers[c];
        }
        EXPECT_TRUE(has_center);
        EXPECT_DOUBLE_EQ(radius, found.radius[c]);
        most = std::max(most, radius);
    }
    EXPECT_LE(*std::max_element(seen.begin(), seen.end()), 1);
    EXPECT_LE(std::count(seen.begin(), seen.end(), 0), out);
    return most;
}

TEST(RGather, IsWithinTwiceTheLeastRadius) {
    SeededRandom random(1);
    int better_than_one = 0;
    for (int round = 0; round < rounds(60); ++round) {
        const auto r = static_cast<std::uint32_t>(1 + random.below(4));
        const std::size_t count = r + random.below(9 - r);
        const PointSet points = testing::random_points(random, count, 1 + random.below(2), 2 + random.below(30));
        const Gathering found = *r_gather(points, r, 0, no_progress());
        const double radius = check(points, found, r, 0);
        EXPECT_LE(radius, 2 * least_radius(points, r, 0) + 1e-9);
        better_than_one += found.clusters.size() > 1;
    }
    EXPECT_GT(better_than_one, 10);
}

TEST(RGather, IsWithinFourTimesWherePointsMayBeLeftOut) {
    SeededRandom random(2);
    for (int round = 0; round < rounds(30); ++round) {
        const auto r = static_cast<std::uint32_t>(2 + random.below(2));
        const std::size_t count = 5 + random.below(3);
        const auto out = static_cast<std::uint32_t>(1 + random.below(2));
        const PointSet points = testing::random_points(random, count, 1 + random.below(2), 2 + random.below(30));
        const Gathering found = *r_gather(points, r, Ratio(out, static_cast<Int128>(count)), no_progress());
        EXPECT_LE(check(points, found, r, out), 4 * least_radius(points, r, out) + 1e-9);
    }
}

TEST(RGather, AnOutlierIsLeftOut) {
    const PointSet points(1, {0, 1, 2, 10, 11, 12, 1000});
    EXPECT_GT(check(points, *r_gather(points, 3, 0, no_progress()), 3, 0), 900);
    EXPECT_LE(check(points, *r_gather(points, 3, Ratio(1, 7), no_progress()), 3, 1), 4);
}

TEST(RGather, ACenterThatNeedsPointsTakesThemFromOthers) {
    // Between 0 and 4 lie the points that both centers want: the flow has to hand them over.
    SeededRandom random(3);
    for (int round = 0; round < rounds(40); ++round) {
        const PointSet points = testing::random_points(random, 40, 1, 60);
        for (const std::uint32_t r : {3u, 7u, 13u}) check(points, *r_gather(points, r, 0, no_progress()), r, 0);
    }
}

TEST(RGather, LargerTablesInBlocks) {
    SeededRandom random(4);
    const PointSet points = testing::random_points(random, most_gathered + 20, 2, 1000);
    const Gathering found = *r_gather(points, 20, 0, no_progress());
    check(points, found, 20, 0);
    EXPECT_GT(found.clusters.size(), 15u);
}

}  // namespace
}  // namespace scrim::r_gather_test

#include "kernel/deal/draws.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

namespace scrim::recode {
namespace draws_test {

// All words of 8 bits: each combination of numbers comes from equally many of those that are not thrown away.
TEST(Draws, AreExactlyUniform) {
    const std::vector<std::vector<std::uint8_t>> all_bounds = {
        {1},          {2},    {3},    {7},       {100},     {255},        {3, 5},    {16, 15}, {2, 3, 7},
        {5, 4, 3, 2}, {6, 1}, {9, 9}, {4, 8, 2}, {2, 2, 2}, {3, 3, 3, 3}, {1, 1, 1}, {250}};
    for (const auto& bounds : all_bounds) {
        std::map<std::vector<std::uint8_t>, int> times;
        std::vector<std::uint8_t> drawn(bounds.size());
        std::size_t combinations = 1;
        for (const std::uint8_t bound : bounds) combinations *= bound;
        for (int word = 0; word < 256; ++word) {
            if (!deal::draw_from_word<std::uint8_t, std::uint16_t>(static_cast<std::uint8_t>(word), bounds, drawn))
                continue;
            for (std::size_t i = 0; i < bounds.size(); ++i) ASSERT_LT(drawn[i], bounds[i]);
            ++times[drawn];
        }
        EXPECT_EQ(times.size(), combinations);
        for (const auto& [numbers, count] : times) EXPECT_EQ(count, 256 / static_cast<int>(combinations));
    }
}

TEST(Draws, ShuffleReachesEveryOrderEquallyOften) {
    SeededRandom random(1);
    deal::Draws draws(random);
    std::map<std::vector<int>, int> times;
    constexpr int rounds = 24'000;
    for (int round = 0; round < rounds; ++round) {
        std::vector<int> items{0, 1, 2, 3};
        draws.shuffle(std::span(items));
        ++times[items];
    }
    ASSERT_EQ(times.size(), 24u);
    // Chi-square with 23 degrees of freedom: above 65 once in 10^5.
    double chi_square = 0;
    for (const auto& [items, count] : times) chi_square += (count - 1000.0) * (count - 1000.0) / 1000.0;
    EXPECT_LT(chi_square, 65);
}

TEST(Draws, ShuffleKeepsAllItems) {
    SeededRandom random(2);
    deal::Draws draws(random);
    for (const std::size_t size : {0, 1, 2, 5, 6, 7, 3000, 20'000, 600'000}) {
        std::vector<std::uint32_t> items(size), sorted(size);
        std::iota(sorted.begin(), sorted.end(), 0u);
        items = sorted;
        draws.shuffle(std::span(items));
        if (size > 1000) {
            EXPECT_NE(items, sorted);
        }
        std::sort(items.begin(), items.end());
        EXPECT_EQ(items, sorted);
    }
}

}  // namespace draws_test
}  // namespace scrim::recode

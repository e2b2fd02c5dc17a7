#include "kernel/noise/coins.h"

#include "tests/noise/every_coin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace scrim::noise {
namespace coins_test {

using namespace scrim::testing;

// Words that were made beforehand, sixteen bits after sixteen bits.
class GivenBits final : public Random {
public:
    explicit GivenBits(std::vector<std::uint16_t> bits) : bits_(std::move(bits)) {}
    std::uint64_t next() override {
        std::uint64_t word = 0;
        for (int i = 0; i < 4; ++i)
            if (at_ < bits_.size()) word |= std::uint64_t{bits_[at_++]} << (16 * i);
        return word;
    }

private:
    std::vector<std::uint16_t> bits_;
    std::size_t at_ = 0;
};

// Of all first sixteen bits, as many come up heads as the chance says, and one of them is left to the bits that follow.
TEST(RandomCoins, HeadsComeAsOftenAsTheChanceSays) {
    const std::vector<std::pair<Uint128, Uint128>> chances{{1, 2},
                                                           {1, 3},
                                                           {2, 3},
                                                           {99'999, 100'000},
                                                           {1, Uint128{1} << 60},
                                                           {(Uint128{1} << 110) / 7 * 5, Uint128{1} << 110}};
    for (const auto& [numerator, denominator] : chances) {
        const auto whole = static_cast<std::uint64_t>((numerator << 16) / denominator);
        std::uint64_t low = 0, high = 0;
        for (std::uint32_t first = 0; first < 0x10000; ++first) {
            GivenBits zeros({static_cast<std::uint16_t>(first), 0, 0, 0});
            GivenBits ones({static_cast<std::uint16_t>(first), 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF});
            high += RandomCoins(zeros).heads(numerator, denominator);
            low += RandomCoins(ones).heads(numerator, denominator);
        }
        EXPECT_EQ(low, whole);
        const bool divides = (numerator << 16) % denominator == 0;
        EXPECT_EQ(high, whole + (divides ? 0 : 1));
    }
}

TEST(RandomCoins, CertainOutcomesDrawNothing) {
    GivenBits none({});
    RandomCoins coins(none);
    EXPECT_TRUE(coins.heads(5, 5));
    EXPECT_FALSE(coins.heads(0, 5));
}

TEST(RandomCoins, NumbersBelowABoundAreEquallyLikely) {
    for (const std::uint64_t bound : {2u, 3u, 7u, 1000u, 65'535u, 65'536u}) {
        std::vector<std::uint32_t> seen(bound, 0);
        std::uint32_t dropped = 0;
        for (std::uint32_t first = 0; first < 0x10000; ++first) {
            // Of those that are dropped, the next bits decide: 0xFFFF is never dropped and gives a known number.
            GivenBits bits({static_cast<std::uint16_t>(first), 0xFFFF});
            const std::uint64_t drawn = RandomCoins(bits).below(bound);
            ASSERT_LT(drawn, bound);
            if (first < 0x10000 % bound)
                ++dropped;
            else
                ++seen[drawn];
        }
        EXPECT_EQ(dropped, 0x10000 % bound);
        for (const std::uint32_t count : seen) EXPECT_EQ(count, 0x10000 / bound);
    }
}

TEST(ExponentialCoin, HasTheChanceThatItIsNamedAfter) {
    const std::vector<std::pair<int, int>> exponents{{1, 1}, {1, 3}, {2, 3}, {5, 7}, {3, 1}, {7, 2}};
    for (const auto& [numerator, denominator] : exponents) {
        const Outcomes outcomes = every_outcome(
            [n = numerator, d = denominator](Coins& coins) {
                return coins.exponential_heads(static_cast<Uint128>(n), static_cast<Uint128>(d)) ? 1 : 0;
            },
            1e-9, false);
        EXPECT_TRUE(outcomes.may_be(1, std::exp(-double(numerator) / denominator)));
        EXPECT_LT(outcomes.left_out(), 1e-6);
    }
}

}  // namespace coins_test
}  // namespace scrim::noise

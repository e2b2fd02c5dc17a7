// One of several with exact chances: as the shares of a long unit interval say, and as throwing away does it.
#include "kernel/noise/weighted_choice.h"

#include "kernel/noise/coins.h"
#include "tests/noise/every_coin.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scrim::noise {
namespace weighted_choice_test {

using namespace scrim::testing;

// Words that were given, then zeros.
class Words final : public Random {
public:
    explicit Words(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
    std::uint64_t next() override { return used_ < words_.size() ? words_[used_++] : (++used_, 0); }
    std::size_t used() const { return used_; }

private:
    std::vector<std::uint64_t> words_;
    std::size_t used_ = 0;
};

std::vector<Alike> random_candidates(Random& random) {
    std::vector<Alike> made(2 + random.below(5));
    for (Alike& own : made) own = {random.below(4) == 0 ? 0 : 1 + random.below(1000), random.below(30)};
    made.front().count = 1;
    return made;
}

TEST(WeightedChoice, TakesWhoseShareTheDigitsLieIn) {
    SeededRandom random(3);
    for (int round = 0; round < 300; ++round) {
        const auto candidates = random_candidates(random);
        const std::uint64_t numerator = 1 + random.below(5), denominator = 1 + random.below(9);
        std::vector<long double> until;
        long double all = 0;
        for (const Alike& own : candidates)
            until.push_back(all += static_cast<long double>(own.count) *
                                   std::exp(-static_cast<long double>(own.loss) * numerator / denominator));
        const std::uint64_t word = random.next();
        const long double place = static_cast<long double>(word) / 18446744073709551616.0L * all;
        std::size_t expected = 0;
        while (until[expected] <= place) ++expected;
        if (std::abs(until[expected] - place) < 1e-12 * all ||
            (expected > 0 && place - until[expected - 1] < 1e-12 * all))
            continue;  // too near for this oracle
        Words words({word});
        ASSERT_EQ(weighted_choice(candidates, numerator, denominator, words), expected);
    }
}

TEST(WeightedChoice, DrawsMoreDigitsAtABorder) {
    const std::vector<Alike> thirds{{1, 0}, {1, 0}, {1, 0}};
    constexpr std::uint64_t third = 0x5555555555555555;
    Words below({third, third, third, third, 0});  // 0.010101…: below one third only by its last digits
    EXPECT_EQ(weighted_choice(thirds, 1, 1, below), 0u);
    EXPECT_GT(below.used(), 2u);
    Words above({third, third, third, third + 1});
    EXPECT_EQ(weighted_choice(thirds, 1, 1, above), 1u);
    Words last({~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}});
    EXPECT_EQ(weighted_choice(thirds, 1, 1, last), 2u);
}

TEST(WeightedChoice, KnowsNoNumberThatIsTooLargeOrTooSmall) {
    SeededRandom random(4);
    const Uint128 far = Uint128{1} << 100;
    for (int round = 0; round < 20; ++round) {
        EXPECT_EQ(weighted_choice(std::vector<Alike>{{std::uint64_t{1} << 63, far}, {1, 0}}, 1, 1, random), 1u);
        EXPECT_EQ(weighted_choice(std::vector<Alike>{{0, 0}, {1, far}, {0, 1}}, 1, 1, random), 1u);
    }
}

TEST(WeightedChoice, IsThatOfThrowingAway) {
    SeededRandom random(6);
    for (int round = 0; round < 4; ++round) {
        std::vector<Alike> candidates{{1 + random.below(3), random.below(3)}, {1, random.below(3)}, {2, 0}};
        // The coins' own way, followed until what is left is unlikely.
        const Outcomes outcomes = every_outcome(
            [&](Coins& coins) { return static_cast<Int128>(coins.Coins::weighted(candidates, 1, 2)); }, 1e-5);
        const Outcomes exact =
            every_outcome([&](Coins& coins) { return static_cast<Int128>(coins.weighted(candidates, 1, 2)); });
        for (Int128 i = 0; i < 3; ++i) EXPECT_TRUE(outcomes.may_be(i, exact.chance(i)));
        EXPECT_LT(outcomes.left_out(), 0.05);
    }
}

TEST(WeightedChoice, IsDrawnAsOftenAsItsShare) {
    const std::vector<Alike> candidates{{5, 0}, {1000, 4}, {1, 0}, {7, 2}};
    const Outcomes exact =
        every_outcome([&](Coins& coins) { return static_cast<Int128>(coins.weighted(candidates, 1, 1)); });
    SeededRandom random(8);
    RandomCoins coins(random);
    std::vector<int> seen(candidates.size());
    constexpr int rounds = 20'000;
    for (int round = 0; round < rounds; ++round) ++seen[coins.weighted(candidates, 1, 1)];
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const double expected = exact.chance(static_cast<Int128>(i)) * rounds;
        EXPECT_NEAR(seen[i], expected, 5 * std::sqrt(expected) + 5);
    }
}

}  // namespace weighted_choice_test
}  // namespace scrim::noise

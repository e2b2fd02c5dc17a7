// Choices near a rank: what one record, and one person's records, change of any chance, by all chances of small tables;
// and that the ends of an interval lie on their side as often as they should.
#include "methods/statdb/noisy/rank_choice.h"

#include "tests/noise/every_coin.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scrim::statdb::noisy {
namespace rank_choice_test {

using namespace scrim::testing;

using Values = std::vector<Int128>;

ValueCounts counts_of(const Values& values, const Clip& range) {
    ValueCounts counts;
    for (const Int128 value : values) ++counts[std::clamp(value, range.lowest, range.highest)];
    return counts;
}

Outcomes chances(const RankChoice& choice, const Values& values, const Clip& range) {
    const ValueCounts counts = counts_of(values, range);
    return every_outcome([&](noise::Coins& coins) { return choice.draw(counts, coins); }, 0);
}

// By the definition, number by number.
double loss_of(Int128 y, const Values& values, const Clip& range, const Ratio& quantile, Int128 target) {
    Int128 less = 0, up_to = 0;
    const auto all = static_cast<Int128>(values.size());
    for (const Int128 value : values) {
        less += std::clamp(value, range.lowest, range.highest) < y;
        up_to += std::clamp(value, range.lowest, range.highest) <= y;
    }
    const Int128 low = quantile.denominator() * less - quantile.numerator() * all;
    const Int128 high = quantile.denominator() * up_to - quantile.numerator() * all;
    if (target < low && y != range.lowest) return static_cast<double>(low - target);
    if (target > high && y != range.highest) return static_cast<double>(target - high);
    return 0;
}

const Clip range{2, 9};
const std::vector<Ratio> quantiles{Ratio(0), Ratio(1, 4), Ratio(1, 2), Ratio(9, 10), Ratio(1)};

TEST(RankChoice, HasTheChancesOfItsDefinition) {
    SeededRandom random(1);
    for (int round = 0; round < 40; ++round) {
        Values values(random.below(7));
        for (Int128& value : values) value = static_cast<Int128>(random.below(12));
        const Ratio quantile = quantiles[random.below(quantiles.size())];
        const auto target = static_cast<Int128>(random.below(15)) - 7;
        const RankChoice choice = RankChoice::make(quantile, Ratio(1), 2, range)->aimed(target);
        const Outcomes outcomes = chances(choice, values, range);
        double all = 0;
        const auto weight = [&](Int128 y) {
            return std::exp(-loss_of(y, values, range, quantile, target) * choice.rate().to_double());
        };
        for (Int128 y = range.lowest; y <= range.highest; ++y) all += weight(y);
        for (Int128 y = range.lowest; y <= range.highest; ++y) EXPECT_NEAR(outcomes.chance(y), weight(y) / all, 1e-9);
    }
}

// All tables of up to three records over three values, with and without one person of one or two records more.
TEST(RankChoice, OnePersonChangesNoChanceByMoreThanEpsilon) {
    double most = 0, most_of_more = 0;
    for (const Ratio& quantile : quantiles)
        for (const Int128 target : {Int128{-3}, Int128{0}, Int128{2}}) {
            const RankChoice choice = RankChoice::make(quantile, Ratio(2), 2, range)->aimed(target);
            for (int table = 0; table < 27; ++table) {
                const Values base{3 + table % 3, 3 + table / 3 % 3 * 2, 9 - table / 9};
                for (const Values& own : {Values{3}, Values{3, 8}, Values{5, 5}, Values{0, 12}, Values{4, 4, 4}}) {
                    Values with = base;
                    with.insert(with.end(), own.begin(), own.end());
                    const Outcomes one = chances(choice, base, range), other = chances(choice, with, range);
                    for (Int128 y = range.lowest; y <= range.highest; ++y) {
                        const double apart = std::abs(std::log(one.chance(y) / other.chance(y)));
                        (own.size() <= 2 ? most : most_of_more) =
                            std::max(own.size() <= 2 ? most : most_of_more, apart);
                    }
                }
            }
        }
    EXPECT_LE(most, 2 + 1e-9);
    EXPECT_GT(most, 1);             // it is spent
    EXPECT_GT(most_of_more, most);  // three records are more than two
}

TEST(RankChoice, EndsLieOnTheirSideAsSurelyAsSaid) {
    SeededRandom random(5);
    const Ratio wrong(1, 20);
    for (int round = 0; round < 60; ++round) {
        Values values(1 + random.below(40));
        for (Int128& value : values) value = 2 + static_cast<Int128>(random.below(1 + random.below(8)));
        std::sort(values.begin(), values.end());
        const Ratio quantile = quantiles[1 + random.below(3)];
        const RankChoice choice = *RankChoice::make(quantile, Ratio(1 + random.below(8)), 1, range);
        const Int128 away = choice.reach(wrong) + 1;
        // The least and greatest quantile: at most p·n below, and at most (1 - p)·n above.
        const Int128 n = static_cast<Int128>(values.size());
        const Int128 rank = quantile.numerator() * n;
        const Int128 least = values[static_cast<std::size_t>((rank - 1) / quantile.denominator())];
        const Int128 greatest =
            values[std::min<std::size_t>(static_cast<std::size_t>(rank / quantile.denominator()), values.size() - 1)];
        double too_high = 0, too_low = 0;
        for (const auto& [y, chance] : chances(choice.aimed(-away), values, range).all())
            too_high += y > least ? chance : 0;
        for (const auto& [y, chance] : chances(choice.aimed(away), values, range).all())
            too_low += y < greatest ? chance : 0;
        EXPECT_LE(too_high, 0.05);
        EXPECT_LE(too_low, 0.05);
        // Of the least and greatest value.
        const RankChoice lowest = *RankChoice::make(Ratio(0), Ratio(2), 1, range);
        const RankChoice highest = *RankChoice::make(Ratio(1), Ratio(2), 1, range);
        double below = 0, above = 0;
        for (const auto& [y, chance] : chances(lowest.aimed(lowest.reach(wrong) + 1), values, range).all())
            below += y < values.front() ? chance : 0;
        for (const auto& [y, chance] : chances(highest.aimed(-highest.reach(wrong) - 1), values, range).all())
            above += y > values.back() ? chance : 0;
        EXPECT_LE(below, 0.05);
        EXPECT_LE(above, 0.05);
    }
}

TEST(RankChoice, TakesAnyRange) {
    SeededRandom random(2);
    noise::RandomCoins coins(random);
    const Clip wide{-(Int128{1} << 60), Int128{1} << 60};
    const RankChoice choice = *RankChoice::make(Ratio(1, 2), Ratio(1), 1, wide);
    ValueCounts counts;
    for (int value = 1000; value < 2000; ++value) counts[value] = 1000;
    const Int128 median = choice.draw(counts, coins);
    EXPECT_GE(median, 1490);  // its ranks are within reach but for a chance of e^-90
    EXPECT_LE(median, 1510);
    EXPECT_EQ(RankChoice::make(Ratio(1, 2), Ratio(1), 1, {5, 5})->draw({}, coins), 5);
    EXPECT_FALSE(RankChoice::make(Ratio(1, 2), Ratio(1), 1, {-(Int128{1} << 62), 0}).ok());
    EXPECT_FALSE(RankChoice::make(Ratio(1, 10'000'000), Ratio(1), 1, range).ok());
}

}  // namespace rank_choice_test
}  // namespace scrim::statdb::noisy

#include "kernel/noise/choice.h"
#include "kernel/noise/discrete_gaussian.h"
#include "kernel/noise/discrete_laplace.h"
#include "tests/noise/every_coin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace scrim::noise {
namespace noise_test {

using namespace scrim::testing;

// What is claimed of a mechanism, attacked: no output is more than exp(epsilon) times as likely beside one input as
// beside another. Chances are exact up to what was left out.
void expect_private(const Outcomes& one, const Outcomes& other, double epsilon) {
    const double factor = std::exp(epsilon);
    for (const auto& [outcome, chance] : one.all())
        EXPECT_LE(chance, factor * (other.chance(outcome) + other.left_out()) + 1e-12);
}

Outcomes around(Int128 truth, const DiscreteLaplace& noise) {
    return every_outcome([&](Coins& coins) {
        auto drawn = noise.attempt(coins);
        if (drawn) *drawn += truth;
        return drawn;
    });
}

TEST(DiscreteLaplace, ChancesAreThoseOfItsDefinition) {
    for (const Ratio epsilon : {Ratio(1), Ratio(2), Ratio(1, 2), Ratio(3, 2)}) {
        const DiscreteLaplace noise = *DiscreteLaplace::make(epsilon, 1);
        const Outcomes outcomes = around(0, noise);
        EXPECT_LT(outcomes.left_out(), 1e-9);
        const double a = std::exp(-epsilon.to_double());
        for (int x = -4; x <= 4; ++x)
            EXPECT_TRUE(outcomes.may_be(x, (1 - a) / (1 + a) * std::pow(a, std::abs(x)))) << x;
    }
}

TEST(DiscreteLaplace, NobodyIsToldByMoreThanEpsilon) {
    for (const std::int64_t sensitivity : {1, 2, 3}) {
        const DiscreteLaplace noise = *DiscreteLaplace::make(Ratio(3, 2), sensitivity);
        const Outcomes without = around(0, noise);
        for (std::int64_t change = -sensitivity; change <= sensitivity; ++change) {
            expect_private(around(change, noise), without, 1.5);
            expect_private(without, around(change, noise), 1.5);
        }
        // The bound is met: a mechanism with a little less noise would be caught here.
        const double ratio = without.chance(0) / around(sensitivity, noise).chance(0);
        EXPECT_NEAR(ratio, std::exp(1.5), 1e-6);
    }
}

TEST(DiscreteLaplace, IntervalsHoldAsOftenAsTheySay) {
    for (const Ratio epsilon : {Ratio(1, 100), Ratio(1, 3), Ratio(1), Ratio(5)})
        for (const Ratio confidence : {Ratio(1, 2), Ratio(95, 100), Ratio(999'999, 1'000'000)}) {
            const DiscreteLaplace noise = *DiscreteLaplace::make(epsilon, 1);
            const auto k = static_cast<double>(noise.within(confidence));
            const double a = std::exp(-epsilon.to_double());
            const auto outside = [&](double reach) { return 2 * std::pow(a, reach + 1) / (1 + a); };
            EXPECT_LE(outside(k), (1 - confidence.to_double()) * (1 + 1e-9));
            if (k > 0) {
                EXPECT_GT(outside(k - 1), (1 - confidence.to_double()) * (1 - 1e-9));
            }
        }
}

TEST(DiscreteLaplace, RefusesWhatItCannotDraw) {
    EXPECT_FALSE(DiscreteLaplace::make(Ratio(0), 1).ok());
    EXPECT_FALSE(DiscreteLaplace::make(Ratio(-1, 2), 1).ok());
    EXPECT_FALSE(DiscreteLaplace::make(Ratio::infinity(), 1).ok());
    EXPECT_FALSE(DiscreteLaplace::make(Ratio(1), 0).ok());
    EXPECT_FALSE(DiscreteLaplace::make(Ratio(1, Int128{1} << 40), Int128{1} << 40).ok());
}

TEST(DiscreteGaussian, ChancesAreThoseOfItsDefinition) {
    for (const Ratio variance : {Ratio(1), Ratio(1, 2), Ratio(9, 4)}) {
        const DiscreteGaussian noise = *DiscreteGaussian::of_variance(variance);
        const Outcomes outcomes = every_outcome([&](Coins& coins) { return noise.attempt(coins); });
        EXPECT_LT(outcomes.left_out(), 1e-9);
        double all = 0;
        const auto weight = [&](int x) { return std::exp(-x * x / (2 * variance.to_double())); };
        for (int x = -60; x <= 60; ++x) all += weight(x);
        for (int x = -3; x <= 3; ++x) EXPECT_TRUE(outcomes.may_be(x, weight(x) / all)) << x;
    }
}

// rho-zCDP says of every order alpha that the Rényi divergence of neighbors is at most rho alpha.
TEST(DiscreteGaussian, DivergencesAreThoseOfItsRho) {
    const Ratio rho(1, 8);
    const DiscreteGaussian noise = *DiscreteGaussian::make(rho, 2);
    EXPECT_EQ(noise.variance(), Ratio(16));
    const double variance = noise.variance().to_double();
    const auto log_weight = [&](double x) { return -x * x / (2 * variance); };
    double all = 0;
    for (int x = -200; x <= 200; ++x) all += std::exp(log_weight(x));
    for (const double alpha : {1.5, 2.0, 5.0, 20.0})
        for (const int shift : {1, 2}) {
            double sum = 0;
            for (int x = -200; x <= 200; ++x)
                sum += std::exp(alpha * log_weight(x) + (1 - alpha) * log_weight(x - shift)) / all;
            EXPECT_LE(std::log(sum) / (alpha - 1), rho.to_double() * alpha * (1 + 1e-9));
        }
}

TEST(DiscreteGaussian, IntervalsHoldAtLeastAsOftenAsTheySay) {
    for (const Ratio variance : {Ratio(1, 4), Ratio(1), Ratio(100), Ratio(12'345)})
        for (const Ratio confidence : {Ratio(1, 2), Ratio(95, 100), Ratio(9'999, 10'000)}) {
            const auto k = static_cast<int>(DiscreteGaussian::of_variance(variance)->within(confidence));
            double all = 0, inside = 0;
            for (int x = -4000; x <= 4000; ++x) {
                const double weight = std::exp(-double(x) * x / (2 * variance.to_double()));
                all += weight;
                if (std::abs(x) <= k) inside += weight;
            }
            EXPECT_GE(inside / all, confidence.to_double() - 1e-9);
        }
}

// Draws of production, as often as chances say: far from any of them would be a mistake in what was not enumerated.
TEST(Noise, DrawsOfTheGeneratorAreDistributedAsEnumerated) {
    SeededRandom random(7);
    RandomCoins coins(random);
    const DiscreteLaplace laplace = *DiscreteLaplace::make(Ratio(1, 10), 1);
    const DiscreteGaussian gaussian = *DiscreteGaussian::of_variance(Ratio(100));
    constexpr int draws = 40'000;
    double laplace_sum = 0, laplace_squares = 0, gaussian_sum = 0, gaussian_squares = 0;
    for (int i = 0; i < draws; ++i) {
        const auto l = static_cast<double>(laplace.draw(coins)), g = static_cast<double>(gaussian.draw(coins));
        laplace_sum += l;
        laplace_squares += l * l;
        gaussian_sum += g;
        gaussian_squares += g * g;
    }
    const double a = std::exp(-0.1), variance = 2 * a / ((1 - a) * (1 - a));
    EXPECT_NEAR(laplace_sum / draws, 0, 5 * std::sqrt(variance / draws));
    EXPECT_NEAR(laplace_squares / draws, variance, 0.06 * variance);
    EXPECT_NEAR(gaussian_sum / draws, 0, 5 * std::sqrt(100.0 / draws));
    EXPECT_NEAR(gaussian_squares / draws, 100, 4);
}

std::vector<double> weights_of(const std::vector<std::int64_t>& scores, double epsilon) {
    std::vector<double> weights;
    for (const std::int64_t score : scores) weights.push_back(std::exp(epsilon * static_cast<double>(score) / 2));
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= all;
    return weights;
}

TEST(ExponentialMechanism, ChancesAreThoseOfItsDefinition) {
    const std::vector<std::int64_t> scores{3, 5, 4, 0};
    const Outcomes outcomes = every_outcome(
        [&](Coins& coins) {
            return exponential_mechanism(scores, {Ratio(1), 1}, coins);
        },
        1e-5);
    const std::vector<double> expected = weights_of(scores, 1);
    for (std::size_t i = 0; i < scores.size(); ++i) EXPECT_TRUE(outcomes.may_be(static_cast<Int128>(i), expected[i]));
}

// Every way in which one person may change the scores by at most 1 each.
TEST(Choice, NobodyIsToldByMoreThanEpsilon) {
    const std::vector<std::int64_t> scores{2, 3, 1};
    const auto choose = [](const std::vector<std::int64_t>& own, auto mechanism) {
        return every_outcome([&](Coins& coins) { return mechanism(own, {Ratio(1), 1}, coins); }, 1e-4);
    };
    for (const auto mechanism : {exponential_mechanism, permute_and_flip}) {
        const Outcomes here = choose(scores, mechanism);
        for (int code = 0; code < 27; ++code) {
            std::vector<std::int64_t> neighbor = scores;
            for (int i = 0, rest = code; i < 3; ++i, rest /= 3) neighbor[static_cast<std::size_t>(i)] += rest % 3 - 1;
            const Outcomes there = choose(neighbor, mechanism);
            expect_private(here, there, 1);
            expect_private(there, here, 1);
        }
    }
}

TEST(PermuteAndFlip, ScoresAreNeverWorseThanTheExponentialMechanisms) {
    for (const std::vector<std::int64_t>& scores :
         {std::vector<std::int64_t>{0, 4}, {1, 1, 6}, {5, 4, 3, 2}, {0, 0, 0, 3}}) {
        const auto mean = [&](auto mechanism) {
            const Outcomes outcomes = every_outcome(
                [&](Coins& coins) {
                    return mechanism(scores, {Ratio(1), 1}, coins);
                },
                1e-5);
            double sum = 0;
            for (const auto& [chosen, chance] : outcomes.all())
                sum += chance * static_cast<double>(scores[static_cast<std::size_t>(chosen)]);
            return sum;
        };
        EXPECT_GE(mean(permute_and_flip), mean(exponential_mechanism) - 2e-2);
    }
}

TEST(RandomizedResponse, NobodyIsToldByMoreThanEpsilon) {
    for (const std::uint64_t values : {2u, 4u}) {
        std::vector<Outcomes> of_truth;
        for (std::uint64_t truth = 0; truth < values; ++truth)
            of_truth.push_back(
                every_outcome([&](Coins& coins) { return randomized_response(truth, values, Ratio(1), coins); }, 1e-5));
        const double kept = std::exp(1.0) / (std::exp(1.0) + static_cast<double>(values) - 1);
        for (std::uint64_t truth = 0; truth < values; ++truth) {
            EXPECT_TRUE(of_truth[truth].may_be(static_cast<Int128>(truth), kept));
            for (const Outcomes& other : of_truth) expect_private(of_truth[truth], other, 1);
        }
    }
}

}  // namespace noise_test
}  // namespace scrim::noise

// Super-population estimates against enumeration, simulation, and tables whose truth is known.
#include "kernel/risk/population_uniques.h"
#include "kernel/risk/pitman.h"
#include "kernel/risk/slide_negative_binomial.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

namespace scrim::risk {
namespace population_uniques_test {

ClassSizes sizes_of(const std::vector<std::uint64_t>& counts, std::uint64_t population) {
    std::map<std::uint64_t, std::uint64_t> of_size;
    for (const std::uint64_t count : counts)
        if (count > 0) ++of_size[count];
    return {.classes = {of_size.begin(), of_size.end()}, .population = population};
}

double choose(int n, int k) {
    double result = 1;
    for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return k < 0 || k > n ? 0 : result;
}

// By the binomials of the hypergeometric distribution.
double zayatz_by_bayes(const std::map<int, int>& classes, int n, int N) {
    double all = 0, u = 0;
    for (const auto& [size, many] : classes) u += many;
    const auto drawn_once = [&](int size) { return size * choose(N - size, n - 1) / choose(N, n); };
    for (const auto& [size, many] : classes) all += many / u * drawn_once(size);
    const double p = classes.at(1) / u * drawn_once(1) / all;
    return classes.at(1) * p * N / n;
}

TEST(Zayatz, WorkedValue) {
    EXPECT_NEAR(*estimate_zayatz({.classes = {{1, 2}, {2, 1}}, .population = 8}).uniques, 28.0 / 11, 1e-12);
    EXPECT_NEAR(*estimate_zayatz({.classes = {{1, 40}, {2, 15}, {5, 6}}, .population = 1000}).uniques, 184.383, 5e-4);
}

TEST(Zayatz, IsBayesRuleOfTheHypergeometricDistribution) {
    std::mt19937 random(1);
    for (int round = 0; round < rounds(200); ++round) {
        std::map<int, int> classes{{1, 1 + static_cast<int>(random() % 9)}};
        for (int i = 0; i < 3; ++i) classes[2 + static_cast<int>(random() % 6)] = 1 + static_cast<int>(random() % 4);
        int n = 0;
        ClassSizes sizes;
        for (const auto& [size, many] : classes) {
            n += size * many;
            sizes.classes.emplace_back(size, many);
        }
        const int N = n + static_cast<int>(random() % 60);
        sizes.population = static_cast<std::uint64_t>(N);
        EXPECT_NEAR(*estimate_zayatz(sizes).uniques, zayatz_by_bayes(classes, n, N), 1e-9 * N);
    }
}

TEST(Zayatz, CountsWhereEverybodyIsInTheSample) {
    EXPECT_DOUBLE_EQ(*estimate_zayatz({.classes = {{1, 7}, {2, 3}, {900, 1}}, .population = 913}).uniques, 7);
    EXPECT_EQ(*estimate_zayatz({.classes = {{2, 3}}, .population = 60}).uniques, 0);
}

TEST(Shlosser, WorkedValue) {
    EXPECT_NEAR(shlosser_classes({.classes = {{1, 4}, {2, 1}}, .population = 12}), 8.394286, 1e-6);
}

// What a sample has on average, summed over the sizes of the classes and the records drawn of each.
struct Expected {
    double ones = 0, twos = 0;
};
Expected by_sums(double classes, double fraction, const SlideNegativeBinomial& law) {
    Expected expected;
    double probability = std::pow(law.beta, law.alpha);
    for (int size = 1; size < 4000; ++size) {
        expected.ones += classes * probability * size * fraction * std::pow(1 - fraction, size - 1);
        expected.twos +=
            classes * probability * size * (size - 1) / 2 * fraction * fraction * std::pow(1 - fraction, size - 2);
        probability *= (law.alpha + size - 1) / size * (1 - law.beta);
    }
    return expected;
}

TEST(SlideNegativeBinomial, IsFoundAgainFromWhatItLetsExpect) {
    int found = 0;
    for (const double alpha : {0.1, 0.4, 1.0, 3.0, 20.0})
        for (const double beta : {0.02, 0.1, 0.5, 0.9})
            for (const double fraction : {0.05, 0.3, 0.8}) {
                const auto expected = by_sums(5000, fraction, {alpha, beta});
                const auto law = fit_slide_negative_binomial(5000, fraction, expected.ones, expected.twos);
                if (!law) continue;
                ++found;
                EXPECT_NEAR(law->alpha, alpha, 1e-4 * alpha) << alpha << " " << beta << " " << fraction;
                EXPECT_NEAR(law->beta, beta, 1e-4) << alpha << " " << beta << " " << fraction;
            }
    EXPECT_EQ(found, 60);
}

TEST(SlideNegativeBinomial, SaysWhenNothingFits) {
    // A thousand pairs and one alone, of five times as many: no class is so rarely drawn once.
    EXPECT_FALSE(fit_slide_negative_binomial(1001, 0.2, 1, 1000));
    const auto reason = [](const ClassSizes& sizes) { return estimate_slide_negative_binomial(sizes).reason; };
    EXPECT_EQ(reason({.classes = {{1, 5}, {3, 2}}, .population = 100}), "no class of the sample has exactly two");
    EXPECT_EQ(reason({.classes = {{2, 5}}, .population = 100}), "nobody is alone in the sample");
    EXPECT_EQ(reason({.classes = {{1, 5}, {2, 5}}, .population = 15}), "everybody is in the sample");
}

// All ways in which n people may form classes, with their probabilities, by seating one after the other.
void seat(std::vector<std::uint64_t>& classes, int left, double probability, const Pitman& law,
          const std::function<void(const std::vector<std::uint64_t>&, double)>& use) {
    if (left == 0) return use(classes, probability);
    std::uint64_t seated = 0;
    for (const auto size : classes) seated += size;
    const double all = law.theta + static_cast<double>(seated);
    for (std::size_t c = 0; c < classes.size(); ++c) {
        const double weight = static_cast<double>(classes[c]) - law.alpha;
        ++classes[c];
        seat(classes, left - 1, probability * weight / all, law, use);
        --classes[c];
    }
    const double joined = seated == 0 ? 1 : (law.theta + law.alpha * static_cast<double>(classes.size())) / all;
    classes.push_back(1);
    seat(classes, left - 1, probability * joined, law, use);
    classes.pop_back();
}

TEST(Pitman, ExpectedUniquesAreThoseOfAllSeatings) {
    for (const Pitman law : {Pitman{1, 0.5}, Pitman{0.3, 0.9}, Pitman{-0.2, 0.4}, Pitman{5, 0}})
        for (const int people : {1, 2, 5, 8}) {
            double expected = 0;
            std::vector<std::uint64_t> classes;
            seat(classes, people, 1, law, [&](const auto& seated, double probability) {
                expected += probability * static_cast<double>(std::count(seated.begin(), seated.end(), 1u));
            });
            EXPECT_NEAR(law.expected_uniques(people), expected, 1e-12 * people);
        }
}

// Of many people: step by step, and Hoshino's approximation.
TEST(Pitman, ExpectedUniquesOfMany) {
    for (const Pitman law : {Pitman{10, 0.5}, Pitman{2500, 0.3}, Pitman{40000, 0.01}, Pitman{3, 0}}) {
        long double product = 300000;
        for (int i = 1; i < 300000; ++i) product *= (law.theta + law.alpha + i - 1) / (law.theta + i);
        EXPECT_NEAR(law.expected_uniques(300000) / static_cast<double>(product), 1, 1e-9);
    }
    const Pitman law{10, 0.5};
    const double hoshino = std::exp(std::lgamma(11) - std::lgamma(10.5)) * std::sqrt(1e9);
    EXPECT_NEAR(law.expected_uniques(1e9) / hoshino, 1, 1e-6);
}

double log_likelihood(const ClassSizes& sizes, double theta, double alpha) {
    double sum = 0;
    for (std::uint64_t i = 1; i < sizes.count(); ++i) sum += std::log(theta + static_cast<double>(i) * alpha);
    for (std::uint64_t i = 1; i < sizes.members(); ++i) sum -= std::log(theta + static_cast<double>(i));
    for (const auto& [size, many] : sizes.classes)
        for (std::uint64_t i = 1; i < size; ++i)
            sum += static_cast<double>(many) * std::log(static_cast<double>(i) - alpha);
    return sum;
}

// No point of a grid is more likely, near the maximum or far from it.
TEST(Pitman, NothingIsMoreLikelyThanTheFit) {
    std::mt19937 random(3);
    int fitted = 0, inside = 0;
    for (int round = 0; round < rounds(40); ++round) {
        std::vector<std::uint64_t> counts(2 + random() % 8);
        for (auto& count : counts) count = 1 + (random() % 3 ? 0 : random() % 9);
        const ClassSizes sizes = sizes_of(counts, 1000);
        const auto law = fit_pitman(sizes);
        if (!law) {
            // Then the likelihood keeps growing towards alpha = 1, or everything is alike.
            EXPECT_TRUE(sizes.count() == sizes.members() || sizes.count() < 2) << round;
            continue;
        }
        ++fitted;
        inside += law->alpha > 0;
        const double best = log_likelihood(sizes, law->theta, law->alpha);
        for (double alpha = 0; alpha < 1; alpha += 0.02)
            for (double t = 1e-3; t < 1e4; t *= 1.2)
                ASSERT_LE(log_likelihood(sizes, t - alpha, alpha), best + 1e-7) << round << " " << alpha << " " << t;
        for (const double step : {-1e-3, 1e-3}) {
            ASSERT_LE(log_likelihood(sizes, law->theta + step, law->alpha), best + 1e-9);
            if (law->alpha + step >= 0) ASSERT_LE(log_likelihood(sizes, law->theta, law->alpha + step), best + 1e-9);
        }
    }
    EXPECT_GT(fitted, 20);
    EXPECT_GT(inside, 5);
}

TEST(Pitman, SaysWhenNothingFits) {
    const auto reason = [](const ClassSizes& sizes) { return estimate_pitman(sizes).reason; };
    EXPECT_EQ(reason({.classes = {{1, 50}}, .population = 1000}), "everybody is alone in the sample");
    EXPECT_EQ(reason({.classes = {{3, 50}}, .population = 1000}), "nobody is alone in the sample");
    EXPECT_EQ(reason({.classes = {{1, 2}, {3, 50}}, .population = 152}), "everybody is in the sample");
}

// A population by its model, and a part of it.
struct Drawn {
    ClassSizes sample;
    double unique = 0;  // in the population
};
Drawn drawn(const std::vector<std::uint64_t>& classes, double fraction, std::mt19937& random) {
    std::vector<std::uint64_t> people, counts(classes.size());
    for (std::size_t c = 0; c < classes.size(); ++c) people.insert(people.end(), classes[c], c);
    std::shuffle(people.begin(), people.end(), random);
    const auto n = static_cast<std::size_t>(fraction * static_cast<double>(people.size()));
    for (std::size_t i = 0; i < n; ++i) ++counts[people[i]];
    return {sizes_of(counts, people.size()), static_cast<double>(std::count(classes.begin(), classes.end(), 1u))};
}

TEST(PopulationUniques, OfAPopulationThatFollowsPitman) {
    std::mt19937 random(4);
    const double theta = 200, alpha = 0.5;
    std::vector<std::uint64_t> classes;
    std::vector<std::size_t> whose;
    for (int i = 0; i < 40000; ++i) {
        // Joins somebody picked blindly, with probability 1 - alpha / (people of the class).
        const auto pick = static_cast<std::size_t>(std::uniform_real_distribution<>(0, theta + i)(random));
        const bool joins = pick < whose.size() && std::uniform_real_distribution<>(0, 1)(random) >=
                                                      alpha / static_cast<double>(classes[whose[pick]]);
        whose.push_back(joins ? whose[pick] : classes.size());
        joins ? ++classes[whose[pick]] : classes.emplace_back(1);
    }
    const Drawn few = drawn(classes, 0.05, random);
    const PopulationUniques report = estimate_population_uniques(few.sample);
    EXPECT_EQ(report.recommended, "pitman");
    EXPECT_NEAR(*report.estimates[2].uniques / few.unique, 1, 0.15);
    EXPECT_NEAR(report.estimates[2].parameters[1].second, alpha, 0.08);
}

TEST(PopulationUniques, OfAPopulationThatFollowsSlideNegativeBinomial) {
    std::mt19937 random(5);
    std::gamma_distribution<> gamma(0.7, 3.0);
    std::vector<std::uint64_t> classes(8000);
    for (auto& size : classes)
        size = 1 + static_cast<std::uint64_t>(std::poisson_distribution<>(gamma(random))(random));
    const Drawn half = drawn(classes, 0.5, random);
    const PopulationUniques report = estimate_population_uniques(half.sample);
    EXPECT_NE(report.recommended, "pitman");
    ASSERT_TRUE(report.estimates[1].uniques) << report.estimates[1].reason;
    EXPECT_NEAR(*report.estimates[1].uniques / half.unique, 1, 0.2);
}

TEST(PopulationUniques, DankarsRule) {
    const auto recommended = [](const ClassSizes& sizes) { return estimate_population_uniques(sizes).recommended; };
    const std::vector<std::pair<std::uint64_t, std::uint64_t>> classes{{1, 40}, {2, 15}, {5, 6}};  // 100 records
    EXPECT_EQ(recommended({.classes = classes, .population = 1000}), "pitman");
    EXPECT_NE(recommended({.classes = classes, .population = 999}), "pitman");
    EXPECT_EQ(recommended({.classes = {{1, 100}}, .population = 5000}), "zayatz");  // Pitman's does not fit
    const PopulationUniques half = estimate_population_uniques({.classes = classes, .population = 200});
    const double zayatz = *half.estimates[0].uniques, snb = *half.estimates[1].uniques;
    EXPECT_EQ(half.recommended, snb <= zayatz ? "snb" : "zayatz");
}

}  // namespace population_uniques_test
}  // namespace scrim::risk

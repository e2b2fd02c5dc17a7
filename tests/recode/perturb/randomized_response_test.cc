#include "kernel/core/text.h"
#include "tests/recode/perturb/every_chance.h"
#include "tests/recode/perturb/records.h"

#include <gtest/gtest.h>

#include <map>

namespace scrim::recode {
namespace randomized_response_test {

using namespace scrim::testing;

Records asked(const std::vector<std::string>& answers) { return make_records({{"disease", answers, Role::sensitive}}); }

Ratio design(const Perturbed& made, const std::string& name) {
    for (const auto& [known, value] : made.design)
        if (known == name) return value;
    ADD_FAILURE() << name;
    return 0;
}

// How likely one record's answer is, for each true value: epsilon and the belief are what the certificate says.
TEST(RandomizedResponse, NoAnswerTellsMoreThanStated) {
    const std::vector<std::string> values{"a", "b", "c"};
    std::map<std::string, std::map<std::string, double>> likely;  // by true value, by answer
    Ratio most_times, belief;
    for (const std::string& truth : values) {
        EveryChance random;
        do {
            // The others are there for the list of values.
            Records records = asked({truth, "a", "b", "c"});
            const auto made = perturbed("randomized_response(retention=1/2)", records, random);
            ASSERT_TRUE(made);
            likely[truth][printed(made->columns[0])[0]] += 1.0 / static_cast<double>(random.one_in());
            most_times = design(*made, "exp_epsilon(disease)");
            belief = design(*made, "belief(disease)");
        } while (random.another());
    }
    EXPECT_EQ(most_times, Ratio(4));  // 1 + 3 · ½ / ½
    EXPECT_EQ(belief, Ratio(2, 3));   // Lemma 9: ½ + ½ / 3
    double times = 0, believed = 0;
    for (const std::string& answer : values) {
        double sum = 0;
        for (const std::string& truth : values) sum += likely[truth][answer];
        for (const std::string& truth : values) {
            believed = std::max(believed, likely[truth][answer] / sum);
            for (const std::string& other : values)
                times = std::max(times, likely[truth][answer] / likely[other][answer]);
        }
    }
    EXPECT_NEAR(times, 4, 1e-9);
    EXPECT_NEAR(believed, 2.0 / 3, 1e-9);
}

// Warner's two answers: true with chance (1 + p) / 2.
TEST(RandomizedResponse, CountsCanBeEstimatedWithoutBias) {
    EveryChance random;
    double estimate = 0, truths = 0;
    do {
        Records records = asked({"yes", "no", "no"});
        const auto made = perturbed("randomized_response(retention=1/3)", records, random);
        ASSERT_TRUE(made);
        ASSERT_EQ(made->transitions.size(), 1u);
        const double p = made->transitions[0].retention->to_double();
        const auto after = printed(made->columns[0]);
        const auto yes = static_cast<double>(std::count(after.begin(), after.end(), "yes"));
        const double chance = 1.0 / static_cast<double>(random.one_in());
        estimate += chance * (yes - 3 * (1 - p) / 2) / p;
        truths += chance * (after[0] == "yes");
    } while (random.another());
    EXPECT_NEAR(estimate, 1, 1e-9);
    EXPECT_NEAR(truths, (1 + 1.0 / 3) / 2, 1e-9);
}

// 000 §8: retention 4/49 of 50 values gives a belief of 1/10.
TEST(RandomizedResponse, ThePapersRetention) {
    std::vector<std::string> answers;
    for (int i = 0; i < 50; ++i) answers.push_back(format("v{}", i));
    Records records = asked(answers);
    SeededRandom random(1);
    const auto made = perturbed("randomized_response(retention=4/49)", records, random);
    ASSERT_TRUE(made);
    EXPECT_EQ(design(*made, "belief(disease)"), Ratio(1, 10));
}

TEST(RandomizedResponse, WhatItRefuses) {
    SeededRandom random(1);
    Records one = asked({"a", "a"}), two = asked({"a", "b"});
    EXPECT_EQ(perturbed("randomized_response", one, random).error().message,
              "randomized_response: column 'disease' has one value only, so that every answer is true");
    EXPECT_EQ(perturbed("randomized_response(retention=1)", two, random).error().message,
              "randomized_response: retention must be below 1: with 1 every answer is the true one");
    Records none = make_records({{"age", {"1", "2"}}});
    EXPECT_EQ(perturbed("randomized_response", none, random).error().message,
              "randomized_response: no sensitive column holds what it can change; name columns with columns=…");
}

}  // namespace randomized_response_test
}  // namespace scrim::recode

#include "kernel/core/text.h"
#include "tests/recode/perturb/every_chance.h"
#include "tests/recode/perturb/records.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <map>

namespace scrim::recode {
namespace swap_test {

using namespace scrim::testing;

Records four() { return make_records({{"zip", {"1", "2", "3", "4"}}, {"sex", {"f", "f", "m", "m"}}}); }

TEST(Swap, EveryPairingIsAsLikelyAsAnyOther) {
    EveryChance random;
    std::map<std::vector<std::string>, double> likely;
    do {
        Records records = four();
        const auto made = perturbed("swap(columns=zip)", records, random);
        ASSERT_TRUE(made);
        likely[printed(made->columns[0])] += 1.0 / static_cast<double>(random.one_in());
    } while (random.another());
    // Four records have three pairings; everybody is in a pair.
    ASSERT_EQ(likely.size(), 3u);
    for (const auto& [values, chance] : likely) EXPECT_NEAR(chance, 1.0 / 3, 1e-12) << join(values, " ");
}

TEST(Swap, ClassesAreNotLeft) {
    EveryChance random;
    do {
        Records records = four();
        const auto made = perturbed("swap(columns=zip, within=sex)", records, random);
        ASSERT_TRUE(made);
        EXPECT_EQ(printed(made->columns[0]), (std::vector<std::string>{"2", "1", "4", "3"}));
        ASSERT_EQ(made->kept.size(), 1u);
        EXPECT_EQ(made->kept[0].columns, (std::vector<std::string>{"sex", "zip"}));
    } while (random.another());
}

TEST(Swap, AShareIsSwapped) {
    SeededRandom random(1);
    Records records = random_records(random, 200);
    std::vector<std::string> unique;
    for (int i = 0; i < 200; ++i) unique.push_back(std::to_string(i));
    records = make_records({{"id", unique}});
    const auto made = perturbed("swap(share=1/4)", records, random);
    ASSERT_TRUE(made);
    const auto after = printed(made->columns[0]), before = printed(records.columns[0].values);
    int moved = 0;
    for (int i = 0; i < 200; ++i) moved += after[i] != before[i];
    EXPECT_EQ(moved, 50);
}

TEST(Swap, MarginsAreKept) {
    SeededRandom random(7);
    for (int round = 0; round < rounds(20); ++round) {
        Records records = random_records(random, 1 + random.below(60));
        for (const char* method : {"swap", "swap(columns=[age, disease], within=city)",
                                   "swap(columns=[age, born], together=yes, share=0.5)"}) {
            const auto made = perturbed(method, records, random);
            ASSERT_TRUE(made) << made.error().message;
            EXPECT_FALSE(made->kept.empty());
            expect_kept(records, *made);
        }
    }
}

TEST(Swap, TogetherKeepsCombinations) {
    SeededRandom random(3);
    Records records = random_records(random, 40);
    const auto made = perturbed("swap(columns=[age, born], within=city, together=yes)", records, random);
    ASSERT_TRUE(made);
    ASSERT_EQ(made->kept.size(), 1u);
    EXPECT_EQ(made->kept[0].columns, (std::vector<std::string>{"city", "age", "born"}));
}

TEST(Swap, WhatItRefuses) {
    SeededRandom random(3);
    Records records = four();
    const auto message = [&](const char* method) {
        const auto made = perturbed(method, records, random);
        return made ? "" : made.error().message;
    };
    EXPECT_EQ(message("swap(columns=zap)"),
              "swap: columns names 'zap', which is no column that is released, did you mean 'zip'?");
    EXPECT_EQ(message("swap(columns=zip, within=zip)"),
              "swap: 'zip' is in columns and in within: values are swapped among records that agree on within");
    EXPECT_EQ(message("swap(share=2)"), "swap: share must be greater than 0 and at most 1, not 2");
}

}  // namespace swap_test
}  // namespace scrim::recode

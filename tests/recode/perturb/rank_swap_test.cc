#include "kernel/core/text.h"
#include "kernel/recode/perturb/places.h"
#include "tests/recode/perturb/every_chance.h"
#include "tests/recode/perturb/records.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace scrim::recode {
namespace rank_swap_test {

using namespace scrim::testing;

TEST(Places, AreASet) {
    SeededRandom random(5);
    for (int round = 0; round < rounds(20); ++round) {
        const std::size_t size = 1 + random.below(70);
        perturb::Places places(size);
        std::set<std::size_t> expected;
        for (int step = 0; step < 200; ++step) {
            const std::size_t place = random.below(size);
            ASSERT_EQ(places.has(place), expected.contains(place));
            if (expected.erase(place) == 1)
                places.take(place);
            else
                places.add(*expected.insert(place).first);
            ASSERT_EQ(places.size(), expected.size());
            std::set<std::size_t> found;
            for (std::size_t i = 0; i < places.size(); ++i) found.insert(places[i]);
            ASSERT_EQ(found, expected);
        }
    }
}

TEST(RankSwap, EveryOutcomeOfFourValues) {
    EveryChance random;
    std::map<std::string, double> likely;
    do {
        Records records = make_records({{"age", {"10", "20", "30", "40"}}});
        const auto made = perturbed("rank_swap(window=2)", records, random);
        ASSERT_TRUE(made) << made.error().message;
        likely[join(printed(made->columns[0]), " ")] += 1.0 / static_cast<double>(random.one_in());
    } while (random.another());
    // 10 goes with 20 or 30, alike; then the next free one with the only one that is left.
    ASSERT_EQ(likely.size(), 2u);
    EXPECT_NEAR(likely["20 10 40 30"], 0.5, 1e-12);
    EXPECT_NEAR(likely["30 40 10 20"], 0.5, 1e-12);
}

TEST(RankSwap, NoValueLeavesItsWindow) {
    SeededRandom random(11);
    for (int round = 0; round < rounds(20); ++round) {
        const std::size_t rows = 30 + random.below(40), window = 1 + random.below(10);
        std::vector<std::string> values;
        for (std::size_t i = 0; i < rows; ++i) values.push_back(std::to_string(100 + i));
        Records records = make_records({{"age", values}});
        const auto made = perturbed(format("rank_swap(window={})", window), records, random);
        ASSERT_TRUE(made);
        const auto after = printed(made->columns[0]);
        std::size_t moved = 0;
        for (std::size_t i = 0; i < rows; ++i) {
            const long far = std::labs(std::stol(after[i]) - std::stol(values[i]));
            EXPECT_LE(far, static_cast<long>(window));
            moved += far > 0;
        }
        EXPECT_GT(moved, rows / 2);
        expect_kept(records, *made);
    }
}

TEST(RankSwap, MissingValuesStay) {
    SeededRandom random(2);
    for (int round = 0; round < rounds(10); ++round) {
        Records records = random_records(random, 60);
        const auto made = perturbed("rank_swap(columns=[age, disease], window=20%)", records, random);
        ASSERT_TRUE(made);
        ASSERT_EQ(made->kept.size(), 2u);
        expect_kept(records, *made);
        const auto before = printed(records.column(0).values), after = printed(made->columns[0]);
        for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].empty(), after[i].empty());
    }
}

TEST(RankSwap, WindowsItRefuses) {
    SeededRandom random(2);
    Records records = make_records({{"age", {"1", "2", "3", ""}}});
    const auto message = [&](const std::string& window) {
        const auto made = perturbed("rank_swap(window='" + window + "')", records, random);
        return made ? "" : made.error().message;
    };
    EXPECT_EQ(message("3"), "rank_swap: a window of 3 ranks is larger than the table: column 'age' has 3 values");
    EXPECT_EQ(message("2"), "");
    EXPECT_EQ(message("100%"), "");
    EXPECT_EQ(message("1%"),
              "rank_swap: a window of 1.0 % of the 3 values of column 'age' reaches no other value; at "
              "least one value must be in it");
    for (const char* odd : {"0", "-1", "101%", "1.5", "wide", "0%"})
        EXPECT_EQ(message(odd), format("rank_swap: window must be a share such as 5%, above 0% and at most 100%, or a "
                                       "number of ranks of at least 1, not '{}'",
                                       odd));
}

}  // namespace rank_swap_test
}  // namespace scrim::recode

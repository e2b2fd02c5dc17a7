#include "methods/audit/series/value_flow.h"

#include "kernel/core/random.h"

#include <gtest/gtest.h>

namespace scrim::audit {
namespace value_flow_test {

// The slow, obvious twin: every dealing.
bool some_dealing(std::vector<std::uint64_t> takers, std::vector<std::uint64_t> kinds,
                  const std::vector<std::vector<bool>>& accepts, std::size_t taker = 0) {
    while (taker < takers.size() && takers[taker] == 0) ++taker;
    if (taker == takers.size()) return true;
    --takers[taker];
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        if (!accepts[taker][k] || kinds[k] == 0) continue;
        --kinds[k];
        if (some_dealing(takers, kinds, accepts, taker)) return true;
        ++kinds[k];
    }
    return false;
}

TEST(ValueFlow, AgreesWithEveryDealing) {
    SeededRandom random(31);
    ValueFlow flow;
    int feasible = 0, not_possible = 0;
    for (int round = 0; round < 3000; ++round) {
        std::vector<std::uint64_t> takers(1 + random.below(4)), kinds(1 + random.below(5));
        for (auto& people : takers) people = 1 + random.below(3);
        for (auto& pieces : kinds) pieces = random.below(4);
        std::vector<std::vector<bool>> accepts(takers.size(), std::vector<bool>(kinds.size(), false));
        flow.reset(takers, kinds);
        for (std::size_t t = 0; t < takers.size(); ++t)
            for (std::size_t k = 0; k < kinds.size(); ++k)
                if ((accepts[t][k] = random.below(2) == 0)) flow.accept(t, k);
        const bool fits = flow.run();
        ASSERT_EQ(fits, some_dealing(takers, kinds, accepts)) << "round " << round;
        if (!fits) continue;
        ++feasible;
        for (std::size_t t = 0; t < takers.size(); ++t)
            for (std::size_t k = 0; k < kinds.size(); ++k) {
                if (!accepts[t][k]) continue;
                // One of the takers gets the kind; can the others be served?
                auto rest = takers, pieces = kinds;
                bool expected = false;
                if (pieces[k] > 0) {
                    --rest[t];
                    --pieces[k];
                    expected = some_dealing(rest, pieces, accepts);
                }
                ASSERT_EQ(flow.possible(t, k), expected) << "round " << round << ": " << t << " " << k;
                not_possible += !expected;
            }
    }
    EXPECT_GT(feasible, 500);
    EXPECT_GT(not_possible, 200);
}

// A chain of 5,000: the first decides all; nothing here may recurse.
TEST(ValueFlow, FollowsLongChains) {
    constexpr std::size_t length = 5'000;
    const std::vector<std::uint64_t> takers(length, 1), kinds(length, 1);
    ValueFlow flow;
    flow.reset(takers, kinds);
    flow.accept(0, 0);
    for (std::size_t i = 1; i < length; ++i) {
        flow.accept(i, i - 1);
        flow.accept(i, i);
    }
    ASSERT_TRUE(flow.run());
    EXPECT_FALSE(flow.possible(length - 1, length - 2));
    EXPECT_TRUE(flow.possible(length - 1, length - 1));
}

}  // namespace value_flow_test
}  // namespace scrim::audit

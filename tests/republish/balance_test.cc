#include "methods/republish/balance.h"

#include "kernel/core/random.h"

#include <gtest/gtest.h>

#include <numeric>

namespace scrim::republication {
namespace balance_test {

std::uint64_t sum(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }

bool leaves_eligible(const Counts& fill, const Counts& supply, std::uint32_t m) {
    Counts left = supply;
    for (std::size_t v = 0; v < left.size(); ++v) left[v] -= fill[v];
    return is_eligible(left, {m, 1, {}});
}

// Counterfeits are what is not filled: every way to fill is tried.
TEST(Balance, FillsAsManyGapsAsPossible) {
    SeededRandom random(1);
    int impossible = 0, less_than_all = 0;
    for (int round = 0; round < 3000; ++round) {
        Counts gaps(4), supply(4);
        for (std::size_t v = 0; v < 4; ++v) {
            gaps[v] = static_cast<std::uint32_t>(random.below(4));
            supply[v] = static_cast<std::uint32_t>(random.below(5));
        }
        const auto m = static_cast<std::uint32_t>(2 + random.below(2));
        std::optional<std::uint64_t> most;
        Counts fill(4), could(4);
        for (std::size_t v = 0; v < 4; ++v) could[v] = std::min(gaps[v], supply[v]);
        for (fill[0] = 0; fill[0] <= could[0]; ++fill[0])
            for (fill[1] = 0; fill[1] <= could[1]; ++fill[1])
                for (fill[2] = 0; fill[2] <= could[2]; ++fill[2])
                    for (fill[3] = 0; fill[3] <= could[3]; ++fill[3])
                        if (leaves_eligible(fill, supply, m)) most = std::max(most.value_or(0), sum(fill));
        const auto found = largest_fill(gaps, supply, m);
        ASSERT_EQ(found.has_value(), most.has_value());
        impossible += !found;
        if (!found) continue;
        for (std::size_t v = 0; v < 4; ++v) ASSERT_LE((*found)[v], could[v]);
        EXPECT_TRUE(leaves_eligible(*found, supply, m));
        EXPECT_EQ(sum(*found), *most);
        less_than_all += *most < sum(could);
    }
    EXPECT_GT(impossible, 100);
    EXPECT_GT(less_than_all, 100);
}

}  // namespace balance_test
}  // namespace scrim::republication

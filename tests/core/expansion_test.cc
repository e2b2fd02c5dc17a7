// Rows of weighted tuples, against the rows written out.
#include "kernel/core/expansion.h"

#include "kernel/core/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace scrim::testing {
namespace expansion_test {

void expect_rows(std::size_t tuples, const std::vector<std::uint32_t>& weights, std::size_t at_once) {
    std::vector<std::uint32_t> expected, taken, places(at_once);
    for (std::size_t t = 0; t < tuples; ++t)
        expected.insert(expected.end(), weights.empty() ? 1 : weights[t], static_cast<std::uint32_t>(t));
    Expansion rows(tuples, weights);
    while (const std::size_t count = rows.take(places)) {
        taken.insert(taken.end(), places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count));
        ASSERT_TRUE(count == at_once || taken.size() == expected.size());
    }
    EXPECT_TRUE(taken == expected);
    EXPECT_EQ(rows.take(places), 0u);
}

TEST(Expansion, EachTupleAsOftenAsItOccurs) {
    SeededRandom random(1);
    for (int round = 0; round < 60; ++round) {
        const std::size_t tuples = random.below(1'000);
        const std::uint64_t most = std::uint64_t{1} << random.below(10);
        std::vector<std::uint32_t> weights;
        for (std::size_t t = 0; t < tuples; ++t) weights.push_back(static_cast<std::uint32_t>(1 + random.below(most)));
        expect_rows(tuples, weights, 1 + random.below(3'000));
    }
}

TEST(Expansion, StopsInsideATupleOrAtItsEnd) {
    for (const auto& weights : std::vector<std::vector<std::uint32_t>>{{10}, {10, 1}, {9, 1}, {9, 2}, {30}, {1, 30, 1}})
        expect_rows(weights.size(), weights, 10);
}

TEST(Expansion, WithoutWeightsEachOnce) {
    for (const std::size_t tuples : {0, 1, 10, 11, 100}) expect_rows(tuples, {}, 10);
}

}  // namespace expansion_test
}  // namespace scrim::testing

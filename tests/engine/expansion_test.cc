// Rows of weighted tuples in blocks, against the rows written out.
#include "engine/expansion.h"

#include "core/random.h"

#include <gtest/gtest.h>

namespace scrim::testing {
namespace {

void expect_rows(std::size_t tuples, const std::vector<std::uint32_t>& weights, Random& random) {
    std::vector<std::uint32_t> expected;
    for (std::size_t t = 0; t < tuples; ++t) expected.insert(expected.end(), weights.empty() ? 1 : weights[t], t);
    const Expansion rows(tuples, weights);
    ASSERT_EQ(rows.blocks(), (expected.size() + Expansion::block_rows - 1) / Expansion::block_rows);
    for (std::size_t b = rows.blocks(); b-- > 0;) {
        Expansion::Cursor cursor = rows.block(b);
        std::vector<std::uint32_t> block, some(1 + random.below(5'000));
        while (const std::size_t count = cursor.take(some))
            block.insert(block.end(), some.begin(), some.begin() + count);
        const std::size_t first = b * Expansion::block_rows;
        const std::size_t last = std::min(expected.size(), first + Expansion::block_rows);
        ASSERT_TRUE(block == std::vector<std::uint32_t>(expected.begin() + first, expected.begin() + last)) << b;
        EXPECT_EQ(cursor.take(some), 0u);
    }
}

TEST(Expansion, EachTupleAsOftenAsItOccurs) {
    SeededRandom random(1);
    for (int round = 0; round < 40; ++round) {
        const std::size_t tuples = random.below(2'000);
        const std::uint64_t most = round % 4 == 0 ? 1 : round % 4 == 1 ? 5 : round % 4 == 2 ? 300 : 2'000;
        std::vector<std::uint32_t> weights;
        for (std::size_t t = 0; t < tuples; ++t) weights.push_back(static_cast<std::uint32_t>(1 + random.below(most)));
        expect_rows(tuples, weights, random);
    }
}

TEST(Expansion, BlocksThatEndWithATupleOrInside) {
    SeededRandom random(2);
    constexpr auto block = static_cast<std::uint32_t>(Expansion::block_rows);
    for (const auto& weights : std::vector<std::vector<std::uint32_t>>{{block},
                                                                       {block, 1},
                                                                       {block - 1, 1},
                                                                       {block - 1, 2},
                                                                       {3 * block},
                                                                       {1, 3 * block, 1},
                                                                       {block, block, block}})
        expect_rows(weights.size(), weights, random);
}

TEST(Expansion, WithoutWeightsEachOnce) {
    SeededRandom random(3);
    for (const std::size_t tuples : {std::size_t{0}, std::size_t{1}, Expansion::block_rows, Expansion::block_rows + 1})
        expect_rows(tuples, {}, random);
}

}  // namespace
}  // namespace scrim::testing

#include "methods/views/recoding/different_hashes.h"
#include "kernel/core/random.h"

#include <gtest/gtest.h>

#include <set>

namespace scrim::views {
namespace different_hashes_test {

TEST(DifferentHashes, AsASetSays) {
    SeededRandom random(1);
    int different = 0;
    for (int round = 0; round < 400; ++round) {
        // Few bits, so that some are the same; low, high, or spread.
        const std::uint64_t shift = random.below(3) * 26, bits = 4 + random.below(12);
        std::vector<std::uint64_t> hashes;
        for (std::uint64_t left = random.below(40); left > 0; --left)
            hashes.push_back(random.below(std::uint64_t{1} << bits) << shift);
        const bool expected = std::set(hashes.begin(), hashes.end()).size() == hashes.size();
        EXPECT_EQ(are_different(hashes), expected);
        different += expected;
    }
    EXPECT_GT(different, 40);
    EXPECT_LT(different, 360);
}

TEST(DifferentHashes, Edges) {
    EXPECT_TRUE(are_different({}));
    EXPECT_TRUE(are_different(std::vector<std::uint64_t>{UINT64_MAX}));
    EXPECT_FALSE(are_different(std::vector<std::uint64_t>{UINT64_MAX, 0, UINT64_MAX}));
}

}  // namespace different_hashes_test
}  // namespace scrim::views

#include "methods/audit/series/box_index.h"

#include "kernel/core/random.h"

#include <gtest/gtest.h>

namespace scrim::audit {
namespace box_index_test {

TEST(BoxIndex, FindsWhatALookAtEveryBoxFinds) {
    SeededRandom random(51);
    std::size_t held = 0;
    for (int round = 0; round < 60; ++round) {
        const std::size_t dimensions = 1 + random.below(4), count = random.below(300);
        const Code width = 2 + static_cast<Code>(random.below(30));
        std::vector<Span> boxes;
        for (std::size_t i = 0; i < count * dimensions; ++i) {
            const Code lo = static_cast<Code>(random.below(width));
            const bool whole = random.below(6) == 0;
            boxes.push_back(whole ? Span{0, width} : Span{lo, lo + 1 + static_cast<Code>(random.below(width - lo))});
        }
        const BoxIndex index(boxes, dimensions);
        std::vector<std::uint32_t> found, expected;
        for (int query = 0; query < 100; ++query) {
            std::vector<Code> point;
            for (std::size_t d = 0; d < dimensions; ++d) point.push_back(static_cast<Code>(random.below(width)));
            expected.clear();
            for (std::uint32_t b = 0; b < count; ++b) {
                bool holds = true;
                for (std::size_t d = 0; d < dimensions; ++d) holds &= boxes[b * dimensions + d].contains(point[d]);
                if (holds) expected.push_back(b);
            }
            index.find(point, found);
            ASSERT_EQ(found, expected);
            held += found.size();
        }
    }
    EXPECT_GT(held, 10000u);
}

TEST(BoxIndex, HoldsManyEqualBoxes) {
    const BoxIndex index(std::vector<Span>(1000, Span{2, 5}), 1);
    std::vector<std::uint32_t> found;
    index.find(std::vector<Code>{4}, found);
    EXPECT_EQ(found.size(), 1000u);
    index.find(std::vector<Code>{5}, found);
    EXPECT_TRUE(found.empty());
}

}  // namespace box_index_test
}  // namespace scrim::audit

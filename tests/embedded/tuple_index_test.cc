#include "adapters/postgres/tuple_index.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace scrim::postgres::tuple_index_test {
namespace {

// Every combination, by a map; with domains that 64 bits hold, and with such that they do not.
TEST(TupleIndex, FindsTheFirstOfEqualTuples) {
    std::mt19937 random(5);
    for (const Code size : {2u, 7u, 4'000'000'000u}) {
        const std::size_t dimensions = 3;
        for (const bool with_blocks : {false, true}) {
            std::vector<std::vector<Code>> leaves(dimensions);
            std::vector<std::int64_t> k;
            std::vector<std::uint32_t> blocks;
            std::map<std::vector<std::int64_t>, std::uint32_t> expected;
            const auto drawn = [&] {
                return size > 10 ? static_cast<Code>(size - 1 - random() % 3) : static_cast<Code>(random() % size);
            };
            for (std::uint32_t t = 0; t < 300; ++t) {
                std::vector<std::int64_t> all;
                for (auto& of : leaves) all.push_back(of.emplace_back(drawn()));
                all.push_back(k.emplace_back(std::int64_t{-1} + static_cast<int>(random() % 4)));
                all.push_back(with_blocks ? blocks.emplace_back(random() % 3) : 0);
                expected.emplace(all, t);
            }
            const std::vector<Code> sizes(dimensions, size);
            const TupleIndex index(leaves, sizes, k, blocks);
            for (int i = 0; i < 3000; ++i) {
                const std::vector<Code> asked{drawn(), drawn(), drawn()};
                const std::int64_t of_k = static_cast<int>(random() % 6) - 2, block = static_cast<int>(random() % 4);
                const auto found = expected.find({asked[0], asked[1], asked[2], of_k, block});
                ASSERT_EQ(index.find(asked, of_k, block), found == expected.end() ? TupleIndex::none : found->second);
            }
        }
    }
    EXPECT_EQ(TupleIndex().find({}, 1, 0), TupleIndex::none);
}

}  // namespace
}  // namespace scrim::postgres::tuple_index_test

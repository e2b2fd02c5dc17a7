#include "methods/statdb/row_test.h"

#include "tests/rounds.h"
#include "tests/statdb/stat_maker.h"

#include <gtest/gtest.h>

namespace scrim::statdb {
namespace row_test_test {

using namespace scrim::testing;

void expect_counts(const Records& records, const Bucketization& buckets, const StatTable& table,
                   const Condition& condition) {
    const RowTest test(table, condition);
    RowTest::Scratch scratch;
    std::vector<std::uint32_t> counts;
    for (std::size_t b = 0; b < table.buckets(); ++b) {
        test.count(b, counts, scratch);
        for (std::uint32_t s = table.first_segment(b); s < table.last_segment(b); ++s) {
            std::uint32_t expected = 0;
            for (const std::uint32_t row : buckets.segments[s]) expected += satisfies(condition, records, row);
            ASSERT_EQ(counts[s - table.first_segment(b)], expected);
        }
    }
    std::vector<std::uint8_t> mask(table.rows());
    test.mask(0, table.rows(), mask.data(), scratch);
    for (std::size_t i = 0; i < mask.size(); ++i)
        ASSERT_EQ(mask[i], satisfies(condition, records, buckets.segments.members[i]));
}

TEST(RowTest, CountsAsOneWouldByHand) {
    SeededRandom random(1);
    for (int i = 0; i < rounds(12); ++i) {
        const Records records = random_records(random, 20 + random.below(3000), {2, 7, 256, 257, 70'000}, 6, 3);
        const Bucketization buckets = make_buckets(records, 3, &neighbors_builder(), 1, random);
        const StatTable table = make_stat_table(records, buckets, 3);
        for (int j = 0; j < 10; ++j)
            expect_counts(records, buckets, table, random_condition(random, records.domains, 3));
    }
}

TEST(RowTest, ZonesChangeNothingButTheEffort) {
    SeededRandom random(2);
    const Records records = random_records(random, 60'000, {4, 90}, 4, 2);
    const Bucketization buckets = make_buckets(records, 2, &neighbors_builder(), 1, random);
    const StatTable table = make_stat_table(records, buckets, 2);
    ASSERT_TRUE(table.has_zones(0));
    for (int j = 0; j < 20; ++j) expect_counts(records, buckets, table, random_condition(random, records.domains, 2));
    const Condition one_part = Condition::in(0, {{1, 2}});
    const RowTest test(table, one_part);
    RowTest::Scratch scratch;
    std::vector<std::uint32_t> counts;
    for (std::size_t b = 0; b < table.buckets(); ++b) test.count(b, counts, scratch);
    EXPECT_GT(scratch.skipped, scratch.rows);
}

}  // namespace row_test_test
}  // namespace scrim::statdb

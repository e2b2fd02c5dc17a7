#include "methods/statdb/bucketization.h"

#include "methods/statdb/strata.h"
#include "tests/statdb/stat_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace scrim::statdb {
namespace bucketization_test {

using namespace scrim::testing;
using ::testing::HasSubstr;

// Lemma 5: in a bucket every value of its signature is equally frequent; every record is in one bucket.
void expect_sound(const Records& records, const Bucketization& made, std::uint32_t m) {
    std::vector<std::uint32_t> rows = made.segments.members;
    std::sort(rows.begin(), rows.end());
    ASSERT_EQ(rows.size(), records.size());
    for (std::uint32_t i = 0; i < rows.size(); ++i) ASSERT_EQ(rows[i], i);
    std::set<std::vector<std::uint32_t>> signatures;
    for (std::size_t b = 0; b < made.size(); ++b) {
        const std::vector<std::uint32_t> signature(made.signatures[b].begin(), made.signatures[b].end());
        EXPECT_GE(signature.size(), m);
        EXPECT_TRUE(signatures.insert(signature).second) << "two buckets of one signature";
        const std::size_t first = made.signatures.offsets[b];
        for (std::size_t s = first; s < made.signatures.offsets[b + 1]; ++s) {
            EXPECT_EQ(made.segments.size(s), made.segments.size(first));
            for (const std::uint32_t row : made.segments[s])
                EXPECT_EQ(records.sensitive[row], made.signatures.members[s]);
        }
    }
}

TEST(Bucketization, IsSoundForBothBuildersAndAnyStrata) {
    SeededRandom random(2);
    deal::RandomChance chance(random);
    for (int i = 0; i < 200; ++i) {
        const auto m = static_cast<std::uint32_t>(2 + random.below(4));
        const Records records = random_records(random, 20 + random.below(300), {2, 5, 40}, m + 3, m);
        expect_sound(records, make_buckets(records, m, &one_by_one_builder(), 0, random), m);
        expect_sound(records, make_buckets(records, m, &neighbors_builder(), 1, random), m);
        BuildPlan plan{m, &neighbors_builder(), 4};
        const auto made = bucketize(records.table(), records.column(), "s", plan, chance);
        if (made) expect_sound(records, *made, m);
        if (!made) {
            EXPECT_THAT(made.error().message, HasSubstr("fewer regions"));
        }
    }
}

// Within a region, a bucket has as many records of each of its values.
TEST(Bucketization, IsBalancedWithinRegions) {
    SeededRandom random(3);
    deal::RandomChance chance(random);
    Records records = random_records(random, 4000, {2, 3, 50}, 12, 2);
    for (Code& value : records.sensitive) value = static_cast<Code>(random.below(12));
    BuildPlan plan{2, &neighbors_builder(), 6};
    const auto made = bucketize(records.table(), records.column(), "s", plan, chance);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(plan.strata, 6u);
    const Strata strata = make_strata(records.table(), 6);
    for (std::size_t b = 0; b < made->size(); ++b) {
        std::vector<std::uint32_t> first;
        for (std::uint32_t s = made->signatures.offsets[b]; s < made->signatures.offsets[b + 1]; ++s) {
            std::vector<std::uint32_t> counts(strata.count, 0);
            for (const std::uint32_t row : made->segments[s]) ++counts[strata.of_row[row]];
            if (first.empty()) first = counts;
            EXPECT_EQ(counts, first);
        }
    }
}

TEST(Bucketization, SaysWhyAValueIsTooFrequent) {
    Records records;
    records.domains = {2};
    records.values = 3;
    records.quasi_identifiers = {{0, 0, 1, 1, 0, 1}};
    records.sensitive = {0, 0, 0, 1, 1, 2};
    SeededRandom random(4);
    deal::RandomChance chance(random);
    BuildPlan plan{3, &neighbors_builder(), 0};
    const auto made = bucketize(records.table(), records.column(), "illness", plan, chance);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().message,
              "value '0' of 'illness' holds 50 % of 6 records, so m = 3 cannot be met; the largest possible m is 2");
}

TEST(Strata, AreMadeOfQuasiIdentifiersAlone) {
    SeededRandom random(5);
    Records records = random_records(random, 1000, {3, 2, 80}, 10, 2);
    const Strata strata = make_strata(records.table(), 24);
    EXPECT_EQ(strata.count, 24u);  // 2 x 3 values, and four runs of the third
    for (std::size_t row = 0; row < records.size(); ++row)
        EXPECT_EQ(strata.of_row[row] / 4, records.quasi_identifiers[1][row] * 3 + records.quasi_identifiers[0][row]);
    EXPECT_EQ(make_strata(records.table(), 24, few_values).count, 6u);  // not of the third
    EXPECT_EQ(make_strata(records.table(), 1).count, 1u);
    EXPECT_TRUE(make_strata(records.table(), 1).of_row.empty());
}

TEST(Strata, AreMoreWhereNoValueIsFrequent) {
    EXPECT_EQ(default_strata(std::vector<std::uint32_t>(10, 60'000), 10), 1u);
    EXPECT_EQ(default_strata(std::vector<std::uint32_t>(20, 30'000), 10), 4u);
    EXPECT_EQ(default_strata(std::vector<std::uint32_t>(50, 12'000), 10), 16u);
    EXPECT_EQ(default_strata(std::vector<std::uint32_t>(50, 20), 10), 1u);  // few records
}

}  // namespace bucketization_test
}  // namespace scrim::statdb

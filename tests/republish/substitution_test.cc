#include "methods/republish/substitution.h"

#include "kernel/core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace scrim::republication {
namespace substitution_test {

// The fewest substitutions, whatever the rows.
std::optional<std::uint64_t> fewest(const std::vector<BucketCounts>& buckets, const Counts& supply,
                                    std::vector<std::uint32_t> rows = {}) {
    if (rows.size() == buckets.size()) return substitutions(buckets, rows, supply);
    std::optional<std::uint64_t> best;
    const BucketCounts& next = buckets[rows.size()];
    rows.push_back(0);
    for (std::uint32_t r = next.least_rows(); r <= next.most_rows(); ++r) {
        rows.back() = r;
        if (const auto found = fewest(buckets, supply, rows); found && (!best || *found < *best)) best = found;
    }
    return best;
}

TEST(Substitution, RowsNeedFewSubstitutions) {
    SeededRandom random(3);
    int impossible = 0, best = 0, possible = 0;
    for (int round = 0; round < 500; ++round) {
        std::vector<BucketCounts> buckets{{{0, 1, 2}, Counts(3), 0}, {{1, 2, 3}, Counts(3), 0}};
        for (BucketCounts& bucket : buckets) {
            for (std::uint32_t& count : bucket.counts) count = static_cast<std::uint32_t>(random.below(4));
            bucket.strays = static_cast<std::uint32_t>(random.below(2));
        }
        Counts supply(5);
        for (std::uint32_t& count : supply) count = static_cast<std::uint32_t>(random.below(3));
        const auto rows = choose_rows(buckets, supply);
        const auto least = fewest(buckets, supply);
        ASSERT_EQ(rows.has_value(), least.has_value());
        impossible += !rows;
        if (!rows) continue;
        for (std::size_t b = 0; b < buckets.size(); ++b) ASSERT_GE((*rows)[b], buckets[b].least_rows());
        const auto needed = substitutions(buckets, *rows, supply);
        ASSERT_TRUE(needed);
        ++possible;
        best += *needed == *least;
        EXPECT_LE(*needed, *least + 1);
    }
    EXPECT_GT(impossible, 20);
    EXPECT_GE(best * 100, possible * 98);
}

// Alone in its bucket, and everybody else of its value as well: standing in for each other costs one, filling 18 gaps
// with strangers costs more.
TEST(Substitution, RecordsOfOneBucketStandInForEachOther) {
    Signature ten(10);
    std::iota(ten.begin(), ten.end(), 0u);
    Counts counts(10, 0);
    counts[0] = 2;
    const std::vector<BucketCounts> buckets{{ten, counts, 0}};
    Counts supply(12, 0);
    supply[11] = 30;
    EXPECT_EQ(choose_rows(buckets, supply), std::vector<std::uint32_t>{1});
    EXPECT_EQ(substitutions(buckets, {2}, supply), 18u);
    EXPECT_EQ(substitutions(buckets, {1}, supply), 9u);
}

// Values 0 1 | 2 3 | 4 5 below one top.
std::uint32_t distance(std::uint32_t a, std::uint32_t b) { return a == b ? 0 : a / 2 == b / 2 ? 1 : 2; }

TEST(Substitution, ChoosesTheNearestAtLeastCost) {
    SeededRandom random(4);
    const Version version;
    const Diversity diversity{1, 1, {}};  // whatever is left will do
    const Extent extent;
    const MethodInput input{
        .version = version, .diversity = diversity, .extent = extent, .distance = distance, .label_of = {}};
    for (int round = 0; round < 300; ++round) {
        std::vector<std::uint32_t> lacking(3);
        for (std::uint32_t& value : lacking) value = static_cast<std::uint32_t>(random.below(6));
        Counts left(6, 0);
        std::vector<std::uint32_t> records;
        while (records.size() < 4) {
            const auto value = static_cast<std::uint32_t>(random.below(6));
            // Nobody is lacking whose value is there.
            if (std::find(lacking.begin(), lacking.end(), value) != lacking.end()) {
                if (random.below(50) == 0) lacking.assign(3, 5);
                if (random.below(50) == 0) std::fill(lacking.begin(), lacking.end(), 0);
                continue;
            }
            ++left[value];
            records.push_back(value);
        }
        if (std::any_of(lacking.begin(), lacking.end(), [&](std::uint32_t v) { return left[v] > 0; })) continue;
        const auto chosen = choose_substitutes(lacking, left, input);
        std::uint32_t cost = 0;
        for (std::size_t i = 0; i < lacking.size(); ++i) cost += distance(lacking[i], chosen[i]);
        std::sort(records.begin(), records.end());
        std::uint32_t least = UINT32_MAX;
        do {
            std::uint32_t of_order = 0;
            for (std::size_t i = 0; i < lacking.size(); ++i) of_order += distance(lacking[i], records[i]);
            least = std::min(least, of_order);
        } while (std::next_permutation(records.begin(), records.end()));
        EXPECT_EQ(cost, least);
    }
}

}  // namespace substitution_test
}  // namespace scrim::republication

#include "kernel/deal/signature_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace scrim::recode {
namespace signature_plan_test {

void expect_covers(const deal::SignaturePlan& plan, const std::vector<std::uint32_t>& counts, std::uint32_t m) {
    std::vector<std::uint32_t> used(counts.size(), 0);
    for (const deal::PlannedSignature& planned : plan) {
        EXPECT_GE(planned.values.size(), m);
        EXPECT_GT(planned.groups, 0u);
        EXPECT_TRUE(std::is_sorted(planned.values.begin(), planned.values.end()));
        EXPECT_EQ(std::set(planned.values.begin(), planned.values.end()).size(), planned.values.size());
        for (const std::uint32_t value : planned.values) used[value] += planned.groups;
    }
    EXPECT_EQ(used, counts);
}

// Random counts, the largest exactly at the limit now and then.
std::vector<std::uint32_t> eligible_counts(Random& random, std::uint32_t m) {
    while (true) {
        std::vector<std::uint32_t> counts(m + random.below(8));
        for (std::uint32_t& count : counts) count = static_cast<std::uint32_t>(random.below(1 + random.below(30)));
        const auto sum = std::accumulate(counts.begin(), counts.end(), 0u);
        if (sum > 0 && deal::is_eligible(counts, m)) return counts;
    }
}

TEST(SignaturePlan, UsesEveryRecordOnceInGroupsOfDifferentValues) {
    SeededRandom random(1);
    deal::RandomChance chance(random);
    for (int i = 0; i < 3000; ++i) {
        const auto m = static_cast<std::uint32_t>(2 + random.below(6));
        const auto counts = eligible_counts(random, m);
        expect_covers(deal::plan_neighbors(counts, m), counts, m);
        expect_covers(deal::plan_one_by_one(counts, m, chance), counts, m);
    }
}

TEST(SignaturePlan, ManagesWhatIsBarelyEligible) {
    // One group of nineteen different values; every value in every group; a value in half of all records.
    expect_covers(deal::plan_neighbors(std::vector<std::uint32_t>(19, 1), 10), std::vector<std::uint32_t>(19, 1), 10);
    expect_covers(deal::plan_neighbors(std::vector<std::uint32_t>(10, 7), 10), std::vector<std::uint32_t>(10, 7), 10);
    const std::vector<std::uint32_t> half{50, 10, 10, 10, 20};
    expect_covers(deal::plan_neighbors(half, 2), half, 2);
}

TEST(SignaturePlan, PutsNeighborsTogether) {
    // Without frequent values, the first m make the first signature.
    const deal::SignaturePlan plan = deal::plan_neighbors(std::vector<std::uint32_t>(50, 10), 10);
    ASSERT_EQ(plan.size(), 5u);
    for (std::size_t i = 0; i < plan.size(); ++i) {
        EXPECT_EQ(plan[i].values.front(), 10 * i);
        EXPECT_EQ(plan[i].values.back(), 10 * i + 9);
    }
}

TEST(SignaturePlan, EligibilityIsExact) {
    EXPECT_TRUE(deal::is_eligible(std::vector<std::uint32_t>{5, 5}, 2));
    EXPECT_FALSE(deal::is_eligible(std::vector<std::uint32_t>{6, 5}, 2));
    EXPECT_TRUE(deal::is_eligible(std::vector<std::uint32_t>{3, 3, 4}, 2));
    EXPECT_FALSE(deal::is_eligible(std::vector<std::uint32_t>{3, 3, 4}, 3));
}

}  // namespace signature_plan_test
}  // namespace scrim::recode

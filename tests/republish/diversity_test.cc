#include "methods/republish/diversity.h"

#include "kernel/core/random.h"

#include <gtest/gtest.h>

#include <numeric>

namespace scrim::republication {
namespace diversity_test {

std::uint64_t sum(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }

// Can the records be put in groups of different values that are diverse? Every choice of the next group is tried.
bool can_group(const Counts& counts, const Diversity& diversity) {
    if (sum(counts) == 0) return true;
    const std::uint32_t values = static_cast<std::uint32_t>(counts.size());
    // The first value that is left has to be in some group.
    std::uint32_t first = 0;
    while (counts[first] == 0) ++first;
    for (std::uint32_t set = 1; set < 1u << values; ++set) {
        if (!(set >> first & 1)) continue;
        std::vector<std::uint32_t> signature;
        Counts left = counts;
        bool there = true;
        for (std::uint32_t v = 0; v < values && there; ++v)
            if (set >> v & 1) {
                there = left[v] > 0;
                signature.push_back(v);
                left[v] -= there;
            }
        if (there && diversity.satisfied_by(signature) && can_group(left, diversity)) return true;
    }
    return false;
}

TEST(Diversity, SatisfiedBy) {
    const Diversity plain{3, 1, {}};
    EXPECT_TRUE(plain.satisfied_by(std::vector<std::uint32_t>{1, 4, 5}));
    EXPECT_FALSE(plain.satisfied_by(std::vector<std::uint32_t>{1, 4}));
    const Diversity pairs{2, 2, {0, 0, 0, 1, 1, 2}};
    EXPECT_TRUE(pairs.satisfied_by(std::vector<std::uint32_t>{0, 1, 3, 4}));
    EXPECT_TRUE(pairs.satisfied_by(std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
    EXPECT_FALSE(pairs.satisfied_by(std::vector<std::uint32_t>{0, 1, 2}));        // one category
    EXPECT_FALSE(pairs.satisfied_by(std::vector<std::uint32_t>{0, 1, 3, 4, 5}));  // one value of the third
}

TEST(Diversity, EligibleExactlyWhenGroupsExist) {
    SeededRandom random(7);
    for (int round = 0; round < 400; ++round) {
        Counts counts(5);
        for (std::uint32_t& count : counts) count = static_cast<std::uint32_t>(random.below(4));
        const Diversity diversity{static_cast<std::uint32_t>(2 + random.below(2)), 1, {}};
        EXPECT_EQ(is_eligible(counts, diversity), can_group(counts, diversity));
    }
}

// With categories the rule is the paper's: what it accepts can be grouped.
TEST(Diversity, CategoriesThatAreEligibleCanBeGrouped) {
    SeededRandom random(8);
    int eligible = 0;
    for (int round = 0; round < 1000; ++round) {
        Counts counts(6);
        for (std::uint32_t& count : counts) count = static_cast<std::uint32_t>(random.below(3));
        const Diversity diversity{2, 2, {0, 0, 0, 1, 1, 1}};
        if (!is_eligible(counts, diversity)) continue;
        ++eligible;
        EXPECT_TRUE(can_group(counts, diversity));
    }
    EXPECT_GT(eligible, 20);
}

TEST(Diversity, PlansUseEveryRecordInDiverseGroups) {
    SeededRandom random(9);
    for (int round = 0; round < 600; ++round) {
        Counts counts(8);
        for (std::uint32_t& count : counts) count = static_cast<std::uint32_t>(random.below(9));
        const Diversity diversity = round % 2 ? Diversity{2, 2, {0, 0, 0, 1, 1, 1, 2, 2}} : Diversity{3, 1, {}};
        const Counts part = eligible_part(counts, diversity);
        ASSERT_TRUE(is_eligible(part, diversity));
        for (std::size_t v = 0; v < counts.size(); ++v) ASSERT_LE(part[v], counts[v]);
        if (sum(part) == 0) continue;
        Counts used(counts.size(), 0);
        for (const deal::PlannedSignature& planned : plan_signatures(part, diversity)) {
            EXPECT_TRUE(diversity.satisfied_by(planned.values));
            for (const std::uint32_t value : planned.values) used[value] += planned.groups;
        }
        EXPECT_EQ(used, part);
    }
}

// No eligible choice of records is larger.
TEST(Diversity, EligiblePartIsLargest) {
    SeededRandom random(10);
    for (int round = 0; round < 200; ++round) {
        Counts counts(4);
        for (std::uint32_t& count : counts) count = static_cast<std::uint32_t>(random.below(6));
        const Diversity diversity{3, 1, {}};
        std::uint64_t most = 0;
        Counts part(4);
        for (part[0] = 0; part[0] <= counts[0]; ++part[0])
            for (part[1] = 0; part[1] <= counts[1]; ++part[1])
                for (part[2] = 0; part[2] <= counts[2]; ++part[2])
                    for (part[3] = 0; part[3] <= counts[3]; ++part[3])
                        if (is_eligible(part, diversity)) most = std::max(most, sum(part));
        EXPECT_EQ(sum(eligible_part(counts, diversity)), most);
    }
}

TEST(Diversity, SaysWhyNot) {
    const auto label = [](std::uint32_t value) { return std::string(1, static_cast<char>('a' + value)); };
    EXPECT_EQ(why_not_eligible({2, 2, 2}, {3, 1, {}}, label), "");
    EXPECT_NE(why_not_eligible({5, 2, 2}, {3, 1, {}}, label).find("value 'a' is held by 55.6 % of the 9 records"),
              std::string::npos);
    EXPECT_NE(why_not_eligible({1, 1}, {3, 1, {}}, label).find("2 records are left"), std::string::npos);
    EXPECT_NE(why_not_eligible({3, 1, 2, 2}, {2, 2, {0, 0, 1, 1}}, label).find("(tau)"), std::string::npos);
    EXPECT_NE(why_not_eligible({4, 4, 2, 2}, {2, 2, {0, 0, 1, 1}}, label).find("(lambda)"), std::string::npos);
}

}  // namespace diversity_test
}  // namespace scrim::republication

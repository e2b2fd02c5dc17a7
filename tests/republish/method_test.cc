// Both methods on random series: what they promise, and what an attacker who sees all releases believes.
#include "methods/audit/series/joint_posterior.h"
#include "tests/republish/version_maker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace scrim::republication {
namespace method_test {

class Method : public testing::TestWithParam<const series::MethodSpec*> {};
INSTANTIATE_TEST_SUITE_P(All, Method, testing::ValuesIn(series::methods()),
                         [](const auto& method) { return method.param->name; });

const series::MethodSpec& m_invariance() { return *series::find_method("m_invariance"); }
const series::MethodSpec& epsilon_inclusion() { return *series::find_method("epsilon_inclusion"); }

TEST_P(Method, ThirtyVersionsKeepEverySignature) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        ChangingData data(8, seed);
        SeededRandom random(seed + 100);
        const Diversity diversity =
            GetParam()->categories && seed % 2 ? Diversity{2, 2, {0, 0, 0, 0, 1, 1, 1, 1}} : Diversity{4, 1, {}};
        data.arrive_random(200);
        for (int release = 0; release < 30; ++release) {
            const Version version = data.version();
            const auto groups = make_groups(version, diversity, *GetParam(), random, true);
            ASSERT_TRUE(groups) << groups.error().message;
            ASSERT_EQ(why_not_valid(version, *groups, diversity, *GetParam()), "") << seed << " " << release;
            data.published(*groups);
            data.leave_random(random.below(60));
            data.arrive_random(random.below(60));
        }
    }
}

// The exact belief of an attacker who has all releases and their auxiliary tables, and knows everybody's identity and
// quasi-identifiers and who is in which release: nobody's value is believed with more than 1/m. Here the paper's bound
// holds for all records together, because a person's groups all have one signature, and exchanging the values of a
// signature turns each assignment that fits into another that fits.
TEST_P(Method, NobodyIsBelievedMoreThanOneInM) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        ChangingData data(5, seed);
        SeededRandom random(seed + 500);
        const Diversity diversity{2, 1, {}};
        data.arrive_random(6);
        audit::SeenSeries series{0, 5, {}};
        std::map<std::uint32_t, std::size_t> signature_size;
        for (int release = 0; release < 3; ++release) {
            const Version version = data.version();
            const auto groups = make_groups(version, diversity, *GetParam(), random, true);
            if (!groups) break;
            series.releases.push_back(seen(data, version, *groups, *GetParam()));
            data.published(*groups);
            data.leave_random(2);
            data.arrive_random(2);
        }
        series.people = data.people();
        if (series.releases.empty()) continue;
        const auto posterior = audit::joint_posterior(series);
        ASSERT_TRUE(posterior) << posterior.error().message;
        for (const audit::SeenRelease& release : series.releases)
            for (const auto& presence : release.people())
                for (const Ratio& chance : posterior->chance[presence.person])
                    EXPECT_LE(chance, Ratio(1, 2)) << seed << " person " << presence.person;
    }
}

// A gap is filled by a new record of its value; where there is none, m-invariance makes one up.
TEST(MInvariance, CounterfeitsOnlyWhereNobodyNewFits) {
    SeededRandom random(1);
    ChangingData data(4, 1);
    for (std::uint32_t value = 0; value < 4; ++value) data.arrive(value);
    const Diversity diversity{4, 1, {}};
    const auto first = make_groups(data.version(), diversity, m_invariance(), random);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->counterfeits, 0u);
    data.published(*first);
    data.leave(0);  // the only one with value 0
    const auto second = make_groups(data.version(), diversity, m_invariance(), random);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->groups.size(), 1u);
    EXPECT_EQ(second->counterfeits, 1u);
    data.published(*second);
    data.arrive(0);
    const auto third = make_groups(data.version(), diversity, m_invariance(), random);
    ASSERT_TRUE(third);
    EXPECT_EQ(third->counterfeits, 0u);
    EXPECT_EQ(third->groups.size(), 1u);
}

TEST(MInvariance, SaysWhyNewRecordsCannotBeGrouped) {
    SeededRandom random(1);
    ChangingData data(4, 1);
    for (int i = 0; i < 3; ++i) data.arrive(0);
    data.arrive(1);
    const Version version = data.version();
    const auto refused = make_groups(version, {2, 1, {}}, m_invariance(), random);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("value '0' is held by 75 %"), std::string::npos) << refused.error().message;
    const auto delayed = make_groups(version, {2, 1, {}}, m_invariance(), random, true);
    ASSERT_TRUE(delayed);
    EXPECT_EQ(delayed->held_back.size(), 2u);
    EXPECT_EQ(why_not_valid(version, *delayed, {2, 1, {}}, m_invariance()), "");
}

// Two people with the same value whose companions left hide each other: one is published with the other value.
TEST(EpsilonInclusion, DeletionsWithoutInsertions) {
    SeededRandom random(1);
    ChangingData data(2, 1);
    for (const std::uint32_t value : {0u, 1u, 0u, 1u}) data.arrive(value);
    const Diversity diversity{2, 1, {}};
    const auto first = make_groups(data.version(), diversity, epsilon_inclusion(), random);
    ASSERT_TRUE(first);
    data.published(*first);
    data.leave(3);
    data.leave(1);
    const auto second = make_groups(data.version(), diversity, epsilon_inclusion(), random);
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(second->groups.size(), 1u);
    EXPECT_EQ(second->substitutes, 1u);
    data.published(*second);
    data.leave(1);
    // One person alone cannot be hidden without somebody new.
    EXPECT_FALSE(make_groups(data.version(), diversity, epsilon_inclusion(), random));
    EXPECT_EQ(make_groups(data.version(), diversity, epsilon_inclusion(), random, true)->groups.size(), 0u);
}

// 002, Tables 1a and 2a: dyspepsia 0, bronchitis 1, flu 2, gastritis 3, pneumonia 4, colitis 5. Bob's group needs
// bronchitis, which nobody new has: one substitution, as in Table 2c.
TEST(EpsilonInclusion, PaperTables) {
    SeededRandom random(1);
    const Diversity diversity{2, 1, {}};
    Version second;
    second.values = 6;
    second.dimensions = 0;
    second.signatures = {{0, 1}, {2, 3}, {0, 2}};
    // Bob, David, Jane, Gary stay; Mary, Emily, Tom, Vince, Ray, Paul, Steve come.
    second.value = {0, 3, 0, 2, 4, 2, 3, 2, 5, 4, 3};
    second.signature = {0, 1, 2, 1};
    second.signature.resize(11, Version::is_new);
    const auto groups = make_groups(second, diversity, epsilon_inclusion(), random);
    ASSERT_TRUE(groups) << groups.error().message;
    EXPECT_EQ(why_not_valid(second, *groups, diversity, epsilon_inclusion()), "");
    EXPECT_EQ(groups->substitutes, 1u);
    for (std::size_t g = 0; g < groups->groups.size(); ++g)
        for (const GroupPlace& place : groups->groups[g])
            if (place.record == 0) {
                EXPECT_EQ(groups->signatures[groups->signature_of[g]], (Signature{0, 1}));
            }
}

}  // namespace method_test
}  // namespace scrim::republication

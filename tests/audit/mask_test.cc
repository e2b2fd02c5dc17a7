// The minimality attack on two ways to reach the same requirement.
#include "kernel/core/big_ratio.h"
#include "kernel/recode/perturb/redeal.h"
#include "methods/audit/release/minimal_worlds.h"
#include "tests/recode/perturb/every_chance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace scrim::audit {
namespace mask_test {

using scrim::testing::EveryChance;

constexpr Code hiv = 0, flu = 1, cold = 2, ulcer = 3;
constexpr std::size_t alone = 1;  // the first of a class is of an exact value of their own, the others are of another

// What the attack believes of HIV, if it is more than one in two.
struct Claim {
    BigRatio belief;
    std::size_t first = 0, last = 0;  // of whom, by place in the class
};
std::vector<Claim> claims_of(const std::vector<Code>& values) {
    std::map<Code, std::uint32_t> counts;
    for (const Code value : values) ++counts[value];
    std::vector<ValueCount> bars;
    for (const auto& [value, count] : counts) bars.push_back({value, count});
    const models::ClassView view{.size = values.size(), .values = bars};
    const auto worlds =
        minimal_worlds(view, {alone, static_cast<std::uint32_t>(values.size() - alone)},
                       [&](const std::vector<std::uint32_t>& part, std::uint32_t records) {
                           return bars[0].value != hiv || part[0] * 2 <= records;  // at most half have HIV
                       });
    std::vector<Claim> claims;
    if (!worlds || bars[0].value != hiv) return claims;
    for (const std::size_t part : {std::size_t{0}, std::size_t{1}})
        if (const BigRatio belief = big(worlds->belief[part][0]); belief > BigRatio(1, 2))
            claims.push_back({belief, part == 0 ? 0 : alone, part == 0 ? alone : values.size()});
    return claims;
}

// Over all ways to deal the values to eight people of two classes of four, and all that chance may do: how sure the
// attack was where it made a claim, and how often it was right then, both in people.
struct Success {
    BigRatio claimed = 0, right = 0, people = 0;
};

// `shown` makes the values that are released of the original ones, and says which classes an attacker takes for joined
// because they had to be.
template <class Shown>
Success attacked(Shown shown) {
    Success success;
    std::vector<Code> values{hiv, hiv, flu, flu, flu, cold, cold, ulcer};
    do {
        EveryChance random;
        do {
            const auto [released, classes] = shown(values, random);
            const BigRatio chance(1, random.one_in());
            for (const std::vector<std::uint32_t>& people : classes) {
                std::vector<Code> bars;
                for (const std::uint32_t person : people) bars.push_back(released[person]);
                for (const Claim& claim : claims_of(bars))
                    for (std::size_t i = claim.first; i < claim.last; ++i) {
                        success.claimed += chance * claim.belief;
                        success.right += values[people[i]] == hiv ? chance : BigRatio(0);
                        success.people += chance;
                    }
            }
        } while (random.another());
    } while (std::next_permutation(values.begin(), values.end()));
    return success;
}

const std::vector<std::vector<std::uint32_t>> two_classes{{0, 1, 2, 3}, {4, 5, 6, 7}};

TEST(Mask, TheAttackSucceedsWherePeopleAreJoinedBecauseTheyMust) {
    // One person and three others become a class only where more than half of either would have HIV.
    const Success success = attacked([](const std::vector<Code>& values, EveryChance&) {
        std::vector<std::vector<std::uint32_t>> joined;
        for (const auto& people : two_classes) {
            const auto others = std::count_if(people.begin() + alone, people.end(),
                                              [&](std::uint32_t person) { return values[person] == hiv; });
            if (values[people[0]] == hiv || others >= 2) joined.push_back(people);
        }
        return std::pair(values, joined);
    });
    EXPECT_GT(success.people, 0);
    // It is certain of somebody's HIV, and right.
    EXPECT_EQ(success.claimed, success.people);
    EXPECT_EQ(success.right, success.people);
}

TEST(Mask, TheAttackFailsWhereClassesAreBlindAndValuesDealt) {
    Groups<std::uint32_t> classes;
    for (const auto& people : two_classes) classes.add(people);
    const Success success = attacked([&](const std::vector<Code>& values, EveryChance& random) {
        return std::pair(recode::perturb::redeal(values, classes, 2, random).value().values, two_classes);
    });
    EXPECT_GT(success.people, 0);
    EXPECT_EQ(success.claimed, success.people);
    // It is as certain, and right no more often than once in two.
    EXPECT_LE(BigRatio(success.right * 2), success.people);
}

}  // namespace mask_test
}  // namespace scrim::audit

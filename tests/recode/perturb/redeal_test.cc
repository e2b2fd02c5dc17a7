#include "kernel/recode/perturb/redeal.h"

#include "kernel/core/big_ratio.h"
#include "tests/recode/perturb/every_chance.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace scrim::recode::perturb {
namespace redeal_test {

using namespace scrim::testing;

using Values = std::vector<Code>;
using Classes = Groups<std::uint32_t>;

// People 0, 1, … in classes of these sizes.
Classes classes_of(const std::vector<std::size_t>& sizes) {
    Classes classes;
    std::uint32_t next = 0;
    for (const std::size_t size : sizes) {
        for (std::size_t i = 0; i < size; ++i) classes.members.push_back(next++);
        classes.end_group();
    }
    return classes;
}

// What is seen of a release: the values of each class, and how many classes failed and were dealt anew.
using Seen = std::vector<Values>;

Seen seen(const Values& values, const Classes& classes) {
    Seen all;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        Values& bars = all.emplace_back();
        for (const std::uint32_t person : classes[c]) bars.push_back(values[person]);
        std::sort(bars.begin(), bars.end());
    }
    return all;
}

// The highest belief that anybody has a value, by whoever takes all ways to deal these values to the people for equally
// likely, knows the algorithm and sees what it makes. One run of `algorithm` per way that chance could go.
BigRatio highest_belief(Values values, const Classes& classes,
                        const std::function<Seen(const Values&, Random&)>& algorithm) {
    struct Worlds {
        BigRatio all = 0;
        std::map<std::pair<std::size_t, Code>, BigRatio> having;  // person, value
    };
    std::map<Seen, Worlds> releases;
    std::sort(values.begin(), values.end());
    do {
        EveryChance random;
        do {
            Worlds& worlds = releases[algorithm(values, random)];
            const BigRatio chance(1, random.one_in());
            worlds.all += chance;
            for (std::size_t person = 0; person < values.size(); ++person)
                worlds.having[{person, values[person]}] += chance;
        } while (random.another());
    } while (std::next_permutation(values.begin(), values.end()));
    BigRatio most = 0;
    for (const auto& [release, worlds] : releases)
        for (const auto& [who, having] : worlds.having) most = std::max(most, BigRatio(having / worlds.all));
    return most;
}

BigRatio believed_after_redealing(const Values& values, const Classes& classes, std::uint32_t m) {
    return highest_belief(values, classes, [&](const Values& original, Random& random) {
        const auto dealt = redeal(original, classes, m, random);
        Seen release = seen(dealt.value().values, classes);
        release.push_back({static_cast<Code>(dealt->failed), static_cast<Code>(dealt->pool)});
        return release;
    });
}

TEST(Redeal, NobodyIsBelievedToHaveAValueWithMoreThanOneInM) {
    constexpr Code hiv = 0, flu = 1, cold = 2, ulcer = 3, cough = 4;
    const std::vector<std::tuple<Values, std::vector<std::size_t>, std::uint32_t>> tables{
        {{hiv, hiv, flu, flu, cold, ulcer}, {2, 2, 2}, 2},
        {{hiv, hiv, hiv, flu, flu, cold}, {2, 2, 2}, 2},  // as frequent as it may be
        {{hiv, hiv, flu, cold}, {2, 2}, 2},
        {{hiv, hiv, flu, cold, cold, ulcer, ulcer, ulcer}, {4, 4}, 2},
        {{hiv, hiv, flu, flu, cold, cold}, {3, 3}, 3},
        {{hiv, hiv, flu, flu, cold, ulcer, cough}, {3, 3}, 3},  // one is left out
        {{hiv, hiv, hiv, flu, flu, flu, cold, ulcer}, {2, 2, 2, 2}, 2},
    };
    for (const auto& [values, sizes, m] : tables) {
        const Classes classes = classes_of(sizes);
        // Who is in no class is no attacker's business.
        Values dealt(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(classes.members.size()));
        const BigRatio belief = believed_after_redealing(dealt, classes, m);
        EXPECT_LE(belief, BigRatio(1, m)) << belief;
        EXPECT_GT(belief, 0);
    }
}

TEST(Redeal, ANaiveDistortionIsSeenThrough) {
    // It replaces what is too much by other values that the class lacks: whoever shows HIV at the limit had more of it.
    const Values values{0, 0, 1, 1, 2, 3};
    const Classes classes = classes_of({2, 2, 2});
    const BigRatio belief = highest_belief(values, classes, [&](Values made, Random& random) {
        for (std::size_t c = 0; c < classes.size(); ++c)
            if (made[2 * c] == made[2 * c + 1]) {
                std::vector<Code> others;
                for (Code other = 0; other < 4; ++other)
                    if (other != made[2 * c]) others.push_back(other);
                made[2 * c] = others[random.below(others.size())];
            }
        return seen(made, classes);
    });
    EXPECT_GT(belief, BigRatio(1, 2)) << belief;
}

TEST(Redeal, ClassesOfDifferentSizesWouldTell) {
    // Two people and four exchange their values where the two have the same: that can only have been HIV.
    const Values values{0, 0, 1, 2, 3, 4};
    const Classes classes = classes_of({2, 4});
    const BigRatio belief = highest_belief(values, classes, [&](const Values& original, Random&) {
        return seen(original[0] == original[1] ? Values{0, 1, 0, 2, 3, 4} : original, classes);
    });
    EXPECT_GT(belief, BigRatio(1, 2)) << belief;
}

TEST(Redeal, OnlyClassesThatFailAndThoseDrawnToThemChange) {
    SeededRandom random(3);
    for (int round = 0; round < rounds(300); ++round) {
        const std::uint32_t m = 1 + static_cast<std::uint32_t>(random.below(4)),
                            k = m + static_cast<std::uint32_t>(random.below(4)), count = 1 + random.below(12);
        const Classes classes = classes_of(std::vector<std::size_t>(count, k));
        Values values(std::size_t{k} * count + 2);
        for (Code& value : values) value = static_cast<Code>(random.below(1 + random.below(2 * m + 2)));
        const std::size_t most = k / m;
        const auto largest = [&](std::span<const Code> some) {
            std::map<Code, std::size_t> counts;
            std::size_t found = 0;
            for (const Code value : some) found = std::max(found, ++counts[value]);
            return found;
        };
        const Seen before = seen(values, classes);
        const bool possible = largest(std::span(values).first(std::size_t{k} * count)) <= most * count;
        EXPECT_EQ(too_frequent(values, classes, m).has_value(), !possible);
        const auto dealt = redeal(values, classes, m, random);
        ASSERT_EQ(dealt.has_value(), possible);
        if (!dealt) continue;
        const Seen after = seen(dealt->values, classes);
        std::size_t failed = 0, changed = 0;
        for (std::size_t c = 0; c < count; ++c) {
            EXPECT_LE(largest(after[c]), most);
            failed += largest(before[c]) > most;
            changed += before[c] != after[c];
        }
        EXPECT_EQ(dealt->failed, failed);
        EXPECT_LE(changed, dealt->pool);
        EXPECT_LE(failed, dealt->pool);
        if (failed == 0) EXPECT_EQ(dealt->values, values);
        // The values are those that there were, and who is in no class keeps theirs.
        EXPECT_TRUE(std::equal(values.end() - 2, values.end(), dealt->values.end() - 2));
        Values one = values, two = dealt->values;
        std::sort(one.begin(), one.end());
        std::sort(two.begin(), two.end());
        EXPECT_EQ(one, two);
    }
}

}  // namespace redeal_test
}  // namespace scrim::recode::perturb

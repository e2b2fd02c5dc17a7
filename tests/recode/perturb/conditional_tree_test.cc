// Trees of the values of one column given others: partings against all partings, leaves, and draws by their shares.
#include "kernel/recode/perturb/conditional_tree.h"

#include "tests/recode/perturb/every_chance.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace scrim::recode::perturb {
namespace conditional_tree_test {

using namespace scrim::testing;

Column numbers(const std::vector<Code>& codes, Code values) {
    std::vector<Int128> units(values);
    for (Code code = 0; code < values; ++code) units[code] = 10 * code;
    return Column(std::make_shared<Domain>(Domain::of_numbers(std::move(units), 0)), codes);
}

Column categories(const std::vector<Code>& codes, Code values) {
    std::vector<std::string> labels;
    for (Code code = 0; code < values; ++code) labels.push_back(std::string(1, static_cast<char>('a' + code)));
    return Column(std::make_shared<Domain>(Domain::of_text(std::move(labels))), codes);
}

// The chance of each value, by going through all draws.
std::map<Code, double> chances(const ConditionalTree& tree, const std::vector<Code>& given) {
    EveryChance random;
    std::map<Code, double> found;
    do {
        const Code value = tree.draw(given, random);
        found[value] += 1.0 / static_cast<double>(random.one_in());
    } while (random.another());
    return found;
}

TEST(ConditionalTree, WithoutOthersItDrawsFromAllRecords) {
    const ConditionalTree tree(categories({0, 0, 0, 2}, 3), {}, 1);
    EXPECT_EQ(tree.leaves(), 1u);
    EXPECT_EQ(chances(tree, {}), (std::map<Code, double>{{0, 0.75}, {2, 0.25}}));
}

// Ages below 30 have flu twice in three, the others never: with leaves of 3 the threshold is found.
TEST(ConditionalTree, FindsTheThreshold) {
    const Column age = numbers({0, 1, 2, 3, 4, 5}, 6), ill = categories({0, 0, 1, 2, 2, 2}, 3);
    const ConditionalTree tree(ill, {&age}, 3);
    EXPECT_EQ(tree.leaves(), 2u);
    const auto young = chances(tree, {1}), old = chances(tree, {5});
    EXPECT_NEAR(young.at(0), 2.0 / 3, 1e-12);
    EXPECT_NEAR(young.at(1), 1.0 / 3, 1e-12);
    EXPECT_EQ(old, (std::map<Code, double>{{2, 1.0}}));
}

// With leaves of one record and all there is to know, draws have the shares of the original exactly.
TEST(ConditionalTree, LeavesOfOneRecordTellCategoriesApart) {
    const Column city = categories({0, 0, 1, 1, 2, 2, 2}, 4), ill = categories({0, 1, 2, 2, 0, 0, 1}, 3);
    const ConditionalTree tree(ill, {&city}, 1);
    EXPECT_EQ(tree.leaves(), 3u);
    EXPECT_NEAR(chances(tree, {0}).at(0), 0.5, 1e-12);
    EXPECT_EQ(chances(tree, {1}), (std::map<Code, double>{{2, 1.0}}));
    EXPECT_NEAR(chances(tree, {2}).at(0), 2.0 / 3, 1e-12);
    // A city that no record has goes where most records go, and gets values that occur there.
    for (const auto& [value, chance] : chances(tree, {3})) EXPECT_LT(value, 3u);
}

double gini(const std::vector<Code>& values) {
    std::map<Code, double> counts;
    for (const Code value : values) ++counts[value];
    double squares = 0;
    for (const auto& [value, count] : counts) squares += count * count;
    return values.empty() ? 0 : static_cast<double>(values.size()) - squares / static_cast<double>(values.size());
}

// Of two values, no subset of the categories parts better than the one that was found: all subsets are tried.
TEST(ConditionalTree, OfTwoValuesNoPartingIsBetter) {
    SeededRandom random(11);
    for (int round = 0; round < rounds(150); ++round) {
        const Code kinds = 2 + static_cast<Code>(random.below(4));
        const std::size_t rows = 4 + random.below(9);
        std::vector<Code> given(rows), target(rows);
        for (std::size_t i = 0; i < rows; ++i) {
            given[i] = static_cast<Code>(random.below(kinds));
            target[i] = static_cast<Code>(random.below(2));
        }
        double best = gini(target);
        for (unsigned subset = 1; subset + 1 < 1U << kinds; ++subset) {
            std::vector<Code> in, out;
            for (std::size_t i = 0; i < rows; ++i) (subset >> given[i] & 1 ? in : out).push_back(target[i]);
            best = std::min(best, gini(in) + gini(out));
        }
        // What the whole tree leaves is at most what its first parting left.
        const Column of = categories(given, kinds), what = categories(target, 2);
        const ConditionalTree tree(what, {&of}, 1);
        double left = 0;
        for (std::size_t i = 0; i < rows; ++i) {
            const auto found = chances(tree, {given[i]});
            left += found.contains(target[i]) ? 1 - found.at(target[i]) : 1;
        }
        EXPECT_LE(left, best + 1e-9);
    }
}

// Every leaf holds enough records, and together the leaves hold all of them: the mean over the records of what a
// record's leaf draws is the column itself.
TEST(ConditionalTree, OverAllRecordsDrawsAreUnbiased) {
    SeededRandom random(12);
    for (int round = 0; round < rounds(100); ++round) {
        const std::size_t rows = 3 + random.below(12);
        const auto least = static_cast<std::uint32_t>(1 + random.below(3));
        std::vector<Code> x(rows), y(rows), target(rows);
        for (std::size_t i = 0; i < rows; ++i) {
            x[i] = static_cast<Code>(random.below(5));
            y[i] = static_cast<Code>(random.below(4));
            target[i] = static_cast<Code>(random.below(4));
        }
        const Column age = numbers(x, 5), city = categories(y, 4);
        for (const bool category : {true, false}) {
            const Column what = category ? categories(target, 4) : numbers(target, 4);
            const ConditionalTree tree(what, {&age, &city}, least);
            std::map<Code, double> expected, counts;
            for (std::size_t i = 0; i < rows; ++i) {
                ++counts[target[i]];
                for (const auto& [value, chance] : chances(tree, {x[i], y[i]})) expected[value] += chance;
            }
            for (const auto& [value, count] : counts) ASSERT_NEAR(expected[value], count, 1e-9);
            EXPECT_LE(tree.leaves() * least, std::max<std::size_t>(rows, least));
        }
    }
}

}  // namespace conditional_tree_test
}  // namespace scrim::recode::perturb

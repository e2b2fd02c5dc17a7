#include "tests/models/example.h"
#include "tests/models/possible_worlds.h"
#include "tests/models/random_table.h"
#include "tests/rounds.h"

namespace scrim::models {
namespace ck_safety_test {

// The classes of Martin et al., Figure 3.
struct Hospital {
    Sensitive disease = text_attribute({{"breast cancer", 1},
                                        {"flu", 4},
                                        {"heart disease", 1},
                                        {"lung cancer", 2},
                                        {"mumps", 1},
                                        {"ovarian cancer", 1}});
    Example men = class_of(disease, {{"flu", 2}, {"lung cancer", 2}, {"mumps", 1}});
    Example women = class_of(disease, {{"flu", 2}, {"breast cancer", 1}, {"ovarian cancer", 1}, {"heart disease", 1}});
};

Ratio jointly(const Model& model, const std::vector<Example>& classes) {
    if (const auto together = model.together()) {
        for (const Example& example : classes) together->add(example.view());
        return together->measure()[0];
    }
    Ratio most(0);
    for (const Example& example : classes) most = std::max(most, model.measure(example.view())[0]);
    return most;
}

TEST(CkSafety, TheHospitalOfThePaper) {
    const Hospital hospital;
    EXPECT_EQ(level("ck_safety", hospital.men, {{"k", "0"}}), Ratio(2, 5));
    EXPECT_EQ(level("ck_safety", hospital.men, {{"k", "1"}}), Ratio(2, 3));
    EXPECT_EQ(level("ck_safety", hospital.men, {{"k", "2"}}), Ratio(1));
    EXPECT_EQ(jointly(*model("ck_safety", {{"k", "1"}}), {hospital.men, hospital.women}), Ratio(2, 3));
    // Women, one piece: of one woman (5 - 3) · 4 = 8, of two (5 - 2) (4 - 2) = 6, and 8 / (8 + 6).
    EXPECT_EQ(level("ck_safety", hospital.women, {{"k", "1"}}), Ratio(4, 7));
    EXPECT_EQ(decide("ck_safety", hospital.men, {{"k", "1"}, {"c", "2/3"}}), Verdict::fails) << "strictly less";
    EXPECT_EQ(decide("ck_safety", hospital.men, {{"k", "1"}, {"c", "0.667"}}), Verdict::holds);
}

// The paper's implication "if Hannah has the flu, Charlie has it": 10/19. It is not the worst.
TEST(CkSafety, HannahAndCharlie) {
    const Ratio charlie(2, 5);
    // P(C) / (1 - P(H and not C))
    const Ratio rest(25 - 2 * 3, 25);
    EXPECT_EQ(Ratio(charlie.numerator() * rest.denominator(), charlie.denominator() * rest.numerator()), Ratio(10, 19));
    const Hospital hospital;
    EXPECT_GT(level("ck_safety", hospital.men, {{"k", "1"}}), Ratio(10, 19));
}

// The language itself: any k implications from a conjunction of atoms to a disjunction of atoms, over all worlds.
Ratio by_enumeration(const PossibleWorlds& worlds, std::size_t k) {
    using Set = PossibleWorlds::Set;
    std::set<Set> atoms;
    for (std::size_t person = 0; person < worlds.people(); ++person)
        for (int value = 0; value <= worlds.most_value; ++value) atoms.insert(worlds.has(person, value));
    const auto antecedents = closed(atoms, [](Set a, Set b) { return a & b; });
    const auto consequents = closed(atoms, [](Set a, Set b) { return a | b; });
    std::set<Set> implications;
    for (const Set antecedent : antecedents)
        for (const Set consequent : consequents) implications.insert((~antecedent | consequent) & worlds.all());
    std::set<Set> known{worlds.all()};
    for (std::size_t i = 0; i < k; ++i) {
        std::set<Set> more;
        for (const Set left : known)
            for (const Set implication : implications)
                if ((left & implication) != 0) more.insert(left & implication);
        known = std::move(more);
    }
    Ratio most(0);
    for (const Set left : known) most = std::max(most, worlds.belief(left));
    return most;
}

std::vector<Example> examples_of(const Sensitive& attribute, const std::vector<std::vector<int>>& classes) {
    std::vector<Example> examples;
    for (const auto& values : classes) {
        std::vector<std::uint32_t> counts(5, 0);
        for (const int value : values) ++counts[static_cast<std::size_t>(value)];
        Bars bars;
        for (std::size_t v = 0; v < counts.size(); ++v)
            if (counts[v] > 0) bars.emplace_back(std::string(1, static_cast<char>('a' + v)), counts[v]);
        examples.push_back(class_of(attribute, bars));
    }
    return examples;
}

TEST(CkSafety, AgreesWithTheLanguage) {
    const Sensitive attribute = text_attribute({{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}});
    std::vector<std::vector<std::vector<int>>> tables = {
        {{0, 1}},         {{0, 0, 1}},      {{0, 1, 2}},         {{0, 0, 0, 1}},         {{0, 0, 1, 2}},
        {{0, 1}, {0, 2}}, {{0, 1}, {0, 1}}, {{0, 0, 1}, {0, 1}}, {{0, 0, 1}, {0, 1, 1}}, {{0, 0, 0, 1}, {2, 3}}};
    for (const auto& classes : tables) {
        const PossibleWorlds worlds(classes);
        ASSERT_LE(worlds.worlds.size(), 12u);
        for (std::size_t k = 0; k <= 2; ++k) {
            if (k == 2 && worlds.worlds.size() > 9) continue;
            EXPECT_EQ(jointly(*model("ck_safety", {{"k", std::to_string(k)}}), examples_of(attribute, classes)),
                      by_enumeration(worlds, k))
                << testing::PrintToString(classes) << ", k = " << k;
        }
    }
}

// Any k + 1 atoms, one of them the target's: by Theorem 9 no knowledge is worse than that none of the others holds.
Ratio by_atoms(const PossibleWorlds& worlds, std::size_t k) {
    using Set = PossibleWorlds::Set;
    std::set<Set> atoms;
    for (std::size_t person = 0; person < worlds.people(); ++person)
        for (int value = 0; value <= worlds.most_value; ++value)
            if (const Set atom = worlds.has(person, value); atom != 0) atoms.insert(atom);
    Ratio most(0);
    for (const Set target : atoms) {
        std::set<Set> others{worlds.all() & ~target};
        for (std::size_t i = 0; i < k; ++i) {
            std::set<Set> fewer;
            for (const Set left : others)
                for (const Set atom : atoms) fewer.insert(left & ~atom);
            others = std::move(fewer);
        }
        for (const Set left : others) most = std::max(most, PossibleWorlds::belief(left | target, target));
    }
    return most;
}

TEST(CkSafety, AgreesWithTheWorstAtoms) {
    const Sensitive attribute = text_attribute({{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}});
    std::mt19937_64 random(31);
    for (int round = 0; round < rounds(150); ++round) {
        std::vector<std::vector<int>> classes(1 + random() % 2);
        for (auto& values : classes)
            for (std::size_t size = number_between(random, 1, classes.size() == 1 ? 5 : 3); size > 0; --size)
                values.push_back(static_cast<int>(random() % (1 + random() % 5)));
        const PossibleWorlds worlds(classes);
        if (worlds.worlds.size() > 60) continue;
        const auto examples = examples_of(attribute, classes);
        for (std::size_t k = 0; k <= 3; ++k) {
            const auto asked = model("ck_safety", {{"k", std::to_string(k)}});
            const Ratio together = jointly(*asked, examples);
            ASSERT_EQ(together, by_atoms(worlds, k)) << testing::PrintToString(classes) << ", k = " << k;
            Ratio alone(0);
            for (const Example& example : examples) alone = std::max(alone, asked->measure(example.view())[0]);
            ASSERT_LE(alone, together);
        }
    }
}

// Two classes that are safe by themselves: eight values once each; and a value of a fifth of the records, the others
// all different. Six pieces about one of the eight, who then has one of two values, help more against one of the second
// class than all six do in either class.
TEST(CkSafety, AttackersCombineClasses) {
    Bars even, uneven{{"flu", 203}};
    for (int v = 0; v < 8; ++v) even.emplace_back("even " + std::to_string(v), 1);
    for (int v = 1000; v < 1797; ++v) uneven.emplace_back("other " + std::to_string(v), 1);
    Bars both = even;
    both.insert(both.end(), uneven.begin(), uneven.end());
    const Sensitive disease = text_attribute(both);
    const Example a = class_of(disease, even), b = class_of(disease, uneven);
    const auto asked = model("ck_safety", {{"k", "6"}, {"c", "0.503"}});
    EXPECT_EQ(asked->measure(a.view())[0], Ratio(1, 2));
    EXPECT_EQ(asked->decide(a.view()), Verdict::holds);
    EXPECT_EQ(asked->decide(b.view()), Verdict::holds);
    const auto together = asked->together();
    together->add(a.view());
    together->add(b.view());
    // Odds of 797 to 203, times 2/8.
    EXPECT_EQ(together->measure()[0], Ratio(812, 812 + 797));
    EXPECT_EQ(together->decide(), Verdict::fails);
}

TEST(CkSafety, ManyPiecesAndLargeClasses) {
    const Sensitive disease = text_attribute({{"a", 4'000'000}, {"b", 3'000'000}, {"c", 2'000'000}, {"d", 1}});
    const Example large = class_of(disease, {{"a", 4'000'000}, {"b", 3'000'000}, {"c", 2'000'000}, {"d", 1}});
    EXPECT_EQ(level("ck_safety", large, {{"k", "2"}}), Ratio(4'000'000, 4'000'001)) << "only d is left beside a";
    EXPECT_EQ(level("ck_safety", large, {{"k", "3"}}), Ratio(1));
    EXPECT_EQ(level("ck_safety", large, {{"k", "18446744073709551615"}}), Ratio(1));
    // Twelve pieces among many values: more than 128 bits, and the bound is rounded up.
    Bars many;
    for (int v = 100; v < 200; ++v) many.emplace_back(std::to_string(v), 100'000);
    const Sensitive even = text_attribute(many);
    const Example group = class_of(even, many);
    // One value of each of twelve people: nearly (99/100)^13 against 1/100.
    const Ratio reached = level("ck_safety", group, {{"k", "12"}});
    EXPECT_GT(reached, Ratio(11, 1000));
    EXPECT_LT(reached, Ratio(12, 1000));
    EXPECT_EQ(decide("ck_safety", group, {{"k", "12"}, {"c", "0.012"}}), Verdict::holds);
    EXPECT_EQ(decide("ck_safety", group, {{"k", "12"}, {"c", "0.011"}}), Verdict::fails);
}

TEST(CkSafety, ImpliedBound) {
    const auto bound = model("ck_safety", {{"c", "0.6"}, {"k", "3"}})->belief_bound();
    ASSERT_TRUE(bound.has_value());
    EXPECT_EQ(bound->most, Ratio(3, 5));
    EXPECT_EQ(bound->pruned, 3u);
    EXPECT_FALSE(model("ck_safety")->belief_bound().has_value());
}

}  // namespace ck_safety_test
}  // namespace scrim::models

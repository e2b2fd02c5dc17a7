#include "tests/models/example.h"
#include "tests/models/possible_worlds.h"
#include "tests/models/random_table.h"
#include "tests/rounds.h"

#include <set>

namespace scrim::models {
namespace privacy_skyline_test {

Given point(std::size_t l, std::size_t k, std::size_t m) {
    return {{"l", std::to_string(l)}, {"k", std::to_string(k)}, {"m", std::to_string(m)}};
}

TEST(PrivacySkyline, WorkedExample) {
    const Bars bars{{"HIV", 2}, {"cold", 3}, {"flu", 4}, {"ulcer", 1}};
    const Sensitive disease = text_attribute(bars);
    const Example group = class_of(disease, bars);
    const auto of_hiv = [&](std::size_t l, std::size_t k, std::size_t m) {
        Given given = point(l, k, m);
        given.emplace_back("value", "HIV");
        return level("privacy_skyline", group, given);
    };
    EXPECT_EQ(of_hiv(0, 0, 0), Ratio(1, 5));
    EXPECT_EQ(of_hiv(1, 0, 0), Ratio(1, 3));
    EXPECT_EQ(of_hiv(1, 1, 0), Ratio(2, 5));
    EXPECT_EQ(of_hiv(1, 1, 1), Ratio(8, 17));
    EXPECT_EQ(of_hiv(3, 0, 0), Ratio(1));
    EXPECT_EQ(of_hiv(0, 8, 0), Ratio(1));
    EXPECT_EQ(of_hiv(0, 0, 8), Ratio(1));
    EXPECT_EQ(of_hiv(0, 0, 100), Ratio(1));
    // Of any value: flu, when no cold.
    EXPECT_EQ(level("privacy_skyline", group, point(1, 0, 0)), Ratio(4, 7));
    Given asked = point(1, 0, 0);
    asked.emplace_back("c", "4/7");
    EXPECT_EQ(decide("privacy_skyline", group, asked), Verdict::fails) << "strictly less";
    asked.back().second = "0.572";
    EXPECT_EQ(decide("privacy_skyline", group, asked), Verdict::holds);
}

// What the attacker may know of these dimensions, tried out in all worlds.
Ratio by_enumeration(const PossibleWorlds& worlds, std::size_t l, std::size_t k, std::size_t m) {
    using Set = PossibleWorlds::Set;
    const std::size_t people = worlds.people();
    Ratio most(0);
    for (std::size_t t = 0; t < people; ++t)
        for (int s = 0; s <= worlds.most_value; ++s) {
            const Set target = worlds.has(t, s);
            std::set<Set> known{worlds.all()};
            // Values that t does not have.
            for (std::size_t i = 0; i < l; ++i) {
                std::set<Set> more = known;
                for (const Set left : known)
                    for (int x = 0; x <= worlds.most_value; ++x)
                        if (x != s) more.insert(left & ~worlds.has(t, x));
                known = std::move(more);
            }
            // The values of people, and the family: sets of others, kept apart by their people.
            std::set<std::pair<Set, std::uint32_t>> open;
            for (const Set left : known) open.emplace(left, 0u);
            for (std::size_t i = 0; i < k + m; ++i) {
                std::set<std::pair<Set, std::uint32_t>> more = open;
                for (const auto& [left, used] : open)
                    for (std::size_t u = 0; u < people; ++u) {
                        if (u == t || (used >> u & 1)) continue;
                        const std::uint32_t with = used | 1u << u;
                        if (i >= k) {
                            more.emplace(left & (~worlds.has(u, s) | target), with);
                            continue;
                        }
                        for (int y = 0; y <= worlds.most_value; ++y) more.emplace(left & worlds.has(u, y), with);
                    }
                open = std::move(more);
            }
            for (const auto& [left, used] : open)
                if (left != 0) most = std::max(most, PossibleWorlds::belief(left, target));
        }
    return most;
}

TEST(PrivacySkyline, AgreesWithAllKnowledge) {
    const Sensitive attribute = text_attribute({{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}});
    std::mt19937_64 random(41);
    for (int round = 0; round < rounds(100); ++round) {
        std::vector<std::vector<int>> classes(1 + random() % 2);
        for (auto& values : classes)
            for (std::size_t size = number_between(random, 1, classes.size() == 1 ? 5 : 4); size > 0; --size)
                values.push_back(static_cast<int>(random() % (1 + random() % 4)));
        const PossibleWorlds worlds(classes);
        if (worlds.worlds.size() > 60) continue;
        std::vector<Example> examples;
        for (const auto& values : classes) {
            Bars bars;
            for (int v = 0; v < 4; ++v)
                if (const auto records = std::count(values.begin(), values.end(), v); records > 0)
                    bars.emplace_back(std::string(1, static_cast<char>('a' + v)), static_cast<std::uint32_t>(records));
            examples.push_back(class_of(attribute, bars));
        }
        const std::size_t l = random() % 3, k = random() % 3, m = random() % 3;
        const auto asked = model("privacy_skyline", point(l, k, m));
        Ratio alone(0), reached(0);
        for (const Example& example : examples) alone = std::max(alone, asked->measure(example.view())[0]);
        reached = alone;
        if (const auto together = asked->together()) {
            for (const Example& example : examples) together->add(example.view());
            reached = together->measure()[0];
        }
        ASSERT_EQ(reached, by_enumeration(worlds, l, k, m))
            << testing::PrintToString(classes) << " (" << l << ", " << k << ", " << m << ")";
    }
}

// The smallest such table, in all its worlds: what one value ruled out for t and one member of its family tell of HIV.
TEST(PrivacySkyline, CombiningClassesInAllWorlds) {
    const std::vector<std::vector<int>> classes{{0, 0, 1, 1, 1, 1, 2}, {0, 0, 3, 4, 5}};  // 0 is HIV
    const PossibleWorlds all(classes);
    ASSERT_EQ(all.worlds.size(), 105u * 60u);
    Ratio most(0), most_alone(0);
    for (std::size_t t = 0; t < 12; ++t)
        for (int x = 1; x <= 5; ++x)
            for (std::size_t v = 0; v < 12; ++v) {
                if (v == t) continue;
                std::int64_t left = 0, with = 0;
                for (const auto& world : all.worlds) {
                    if (world[t] == x || (world[v] == 0 && world[t] != 0)) continue;
                    ++left;
                    with += world[t] == 0;
                }
                most = std::max(most, Ratio(with, left));
                if ((t < 7) == (v < 7)) most_alone = std::max(most_alone, Ratio(with, left));
            }
    const Sensitive disease =
        text_attribute({{"HIV", 4}, {"flu", 4}, {"cold", 1}, {"mumps", 1}, {"ulcer", 1}, {"burns", 1}});
    Given given = point(1, 0, 1);
    given.emplace_back("value", "HIV");
    const auto asked = model("privacy_skyline", given);
    const Example first = class_of(disease, {{"HIV", 2}, {"flu", 4}, {"cold", 1}});
    const Example second = class_of(disease, {{"HIV", 2}, {"mumps", 1}, {"ulcer", 1}, {"burns", 1}});
    const auto together = asked->together();
    together->add(first.view());
    together->add(second.view());
    EXPECT_EQ(most, Ratio(10, 13));
    EXPECT_EQ(together->measure()[0], most);
    EXPECT_EQ(most_alone, Ratio(3, 4));
    EXPECT_EQ(std::max(asked->measure(first.view())[0], asked->measure(second.view())[0]), most_alone);
}

// One class where ruling out a value leaves little, and one where a family means much: together they are worse.
TEST(PrivacySkyline, AttackersCombineClasses) {
    Bars first{{"HIV", 2}, {"flu", 100}, {"cold", 1}}, second{{"HIV", 50}};
    for (int v = 100; v < 151; ++v) second.emplace_back("other " + std::to_string(v), 1);
    Bars both = first;
    both[0].second += 50;
    both.insert(both.end(), second.begin() + 1, second.end());
    const Sensitive disease = text_attribute(both);
    const Example a = class_of(disease, first), b = class_of(disease, second);
    Given given = point(1, 0, 1);
    given.emplace_back("value", "HIV");
    given.emplace_back("c", "0.7");
    const auto asked = model("privacy_skyline", given);
    EXPECT_EQ(asked->decide(a.view()), Verdict::holds);
    EXPECT_EQ(asked->decide(b.view()), Verdict::holds);
    const auto together = asked->together();
    together->add(a.view());
    together->add(b.view());
    EXPECT_EQ(together->measure()[0], Ratio(202, 202 + 51));  // odds of 1/2, times 51/101
    EXPECT_EQ(together->decide(), Verdict::fails);
}

TEST(PrivacySkyline, LargeClasses) {
    const Sensitive disease = text_attribute({{"a", 4'000'000}, {"b", 4'000'000}});
    const Example large = class_of(disease, {{"a", 4'000'000}, {"b", 4'000'000}});
    Given given = point(0, 5, 20);
    EXPECT_GT(level("privacy_skyline", large, given), Ratio(999'999, 1'000'000));
    EXPECT_LT(level("privacy_skyline", large, given), Ratio(1));
    given.emplace_back("c", "0.999999");
    EXPECT_EQ(decide("privacy_skyline", large, given), Verdict::fails);
    given.back().second = "0.9999999";
    EXPECT_EQ(decide("privacy_skyline", large, given), Verdict::holds);
}

TEST(PrivacySkyline, ImpliedBoundAndValues) {
    Given given = point(2, 1, 0);
    given.emplace_back("c", "0.5");
    const auto bound = model("privacy_skyline", given)->belief_bound();
    ASSERT_TRUE(bound.has_value());
    EXPECT_EQ(bound->pruned, 2u);
    const PatientTable patients;
    const std::vector<const Sensitive*> one{&patients.disease};
    EXPECT_FALSE(model("privacy_skyline", {{"value", "Hiv"}})->check_attributes(one));
}

}  // namespace privacy_skyline_test
}  // namespace scrim::models

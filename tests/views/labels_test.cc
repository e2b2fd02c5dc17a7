// What labels mean, compared with a slow twin that tries all values, quarter by quarter.
#include "methods/views/recoding/labels.h"

#include "kernel/core/random.h"
#include "kernel/core/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace scrim::views {
namespace labels_test {

using ::testing::ElementsAre;
using Quarters = std::set<int>;  // values times 4; the labels' ends are whole

constexpr Comparison comparisons[] = {Comparison::equal,      Comparison::differ,  Comparison::less,
                                      Comparison::less_equal, Comparison::greater, Comparison::greater_equal};

bool holds(Comparison comparison, int a, int b) {
    switch (comparison) {
        case Comparison::equal: return a == b;
        case Comparison::differ: return a != b;
        case Comparison::less: return a < b;
        case Comparison::less_equal: return a <= b;
        case Comparison::greater: return a > b;
        case Comparison::greater_equal: return a >= b;
    }
    return false;
}

bool may(Comparison comparison, const Quarters& one, const Quarters& other) {
    for (const int a : one)
        for (const int b : other)
            if (holds(comparison, a, b)) return true;
    return false;
}

Quarters between(int low, int high) {
    Quarters all;
    for (int q = low; q <= high; ++q) all.insert(q);
    return all;
}

struct Written {
    std::string text;
    Quarters values;
};

Written label(Random& random) {
    const int low = static_cast<int>(random.below(12)), high = low + static_cast<int>(random.below(5));
    return {low == high ? std::to_string(low) : format("[{}, {}]", low, high), between(4 * low, 4 * high)};
}

Written written(Random& random) {
    const int a = static_cast<int>(random.below(14)), b = a + static_cast<int>(random.below(3));
    const int most = 4 * 40;
    switch (random.below(10)) {
        case 0: return {std::to_string(a), {4 * a}};
        case 1: return {format("{}.5", a), {4 * a + 2}};
        case 2: return {format("{}-{}", a, b), between(4 * a, 4 * b)};
        case 3: return {format("[{}, {})", a, b + 1), between(4 * a, 4 * b + 3)};
        case 4: return {format("({}, {}]", a, b + 1), between(4 * a + 1, 4 * b + 4)};
        case 5: return {format("({}, {}.5)", a, a), between(4 * a + 1, 4 * a + 1)};
        case 6: return {format("<{}", a), between(-most, 4 * a - 1)};
        case 7: return {format(">={}", a), between(4 * a, most)};
        case 8: {
            Quarters values = between(4 * a, 4 * b);
            values.insert({2, 4 * 13});
            return {format("{{0.5, [{}, {}], 13}}", a, b), values};
        }
        default:
            return {"1*", {[] {
                        Quarters values = between(4 * 10, 4 * 19);
                        values.insert(4);
                        return values;
                    }()}};
    }
}

std::vector<Written> random_labels(Random& random) {
    std::vector<Written> all;
    std::set<std::string> seen;
    for (std::uint64_t n = 1 + random.below(5); n > 0; --n)
        if (Written one = label(random); seen.insert(one.text).second) all.push_back(std::move(one));
    return all;
}

std::shared_ptr<const Labels> made(const std::vector<Written>& all) {
    std::vector<std::string> texts;
    for (const Written& one : all) texts.push_back(one.text);
    return Labels::of_texts(std::move(texts));
}

TEST(Labels, MeanEveryValueBetweenTheEndsThatTheyPrint) {
    SeededRandom random(1);
    for (int round = 0; round < 400; ++round) {
        const std::vector<Written> all = random_labels(random);
        const auto labels = made(all);
        for (int question = 0; question < 10; ++question) {
            const Written asked = written(random);
            const LabelPlace place = labels->place_of(asked.text);
            for (const Written& one : all)
                for (const Comparison comparison : comparisons)
                    ASSERT_EQ(labels->may(comparison, *labels->find(one.text), place),
                              may(comparison, one.values, asked.values))
                        << one.text << " and " << asked.text << ", comparison " << static_cast<int>(comparison);
        }
    }
}

TEST(Labels, OfTwoColumnsMeetByWhatTheyPrint) {
    SeededRandom random(2);
    for (int round = 0; round < 300; ++round) {
        const std::vector<Written> left = random_labels(random), right = random_labels(random);
        const auto one = made(left), other = made(right);
        for (const Written& a : left)
            for (const Written& b : right)
                for (const Comparison comparison : comparisons)
                    ASSERT_EQ(one->may(comparison, *one->find(a.text), one->place_of(*other, *other->find(b.text))),
                              may(comparison, a.values, b.values))
                        << a.text << " and " << b.text << ", comparison " << static_cast<int>(comparison);
    }
}

TEST(Labels, AreOrderedByWhatTheySpan) {
    EXPECT_THAT(Labels::of_texts({"100", "[20, 30]", "9", "[20, 25]", "20"})->texts(),
                ElementsAre("*", "9", "[20, 30]", "[20, 25]", "20", "100"));
    EXPECT_THAT(Labels::of_texts({"b", "10", "9"})->texts(), ElementsAre("*", "10", "9", "b"));
    EXPECT_THAT(Labels::of_texts({"[2020-02-01, 2020-03-01]", "2020-01-31"})->texts(),
                ElementsAre("*", "2020-01-31", "[2020-02-01, 2020-03-01]"));
}

TEST(Labels, TheHiddenOneMayBeAnything) {
    for (const auto& labels : {Labels::of_texts({}), Labels::of_texts({"30"}), Labels::of_texts({"Bern"})})
        for (const char* text : {"30", "31", "Bern", "Chur", "NULL", "[1, 2]", "*", ""})
            for (const Comparison comparison : comparisons)
                EXPECT_TRUE(labels->may(comparison, labels->hidden(), labels->place_of(text))) << text;
}

TEST(Labels, OneNumberInTwoSpellingsIsTwoTexts) {
    const auto labels = Labels::of_texts({"1", "1.0"});
    EXPECT_EQ(labels->axis().kind(), LabelAxis::Kind::text);
    EXPECT_FALSE(labels->may(Comparison::equal, *labels->find("1"), labels->place_of("1.0")));
}

TEST(Labels, TextsStandInAlphabeticalOrderWhetherOrNotAnybodyHasThem) {
    const auto labels = Labels::of_texts({"Bern", "Genf"});
    const LabelId bern = *labels->find("Bern");
    EXPECT_TRUE(labels->may(Comparison::less, bern, labels->place_of("Chur")));
    EXPECT_FALSE(labels->may(Comparison::greater, bern, labels->place_of("Chur")));
    EXPECT_TRUE(labels->may(Comparison::equal, bern, labels->place_of("{Bern, Chur}")));
    EXPECT_TRUE(labels->may(Comparison::equal, bern, labels->place_of("B***")));
    EXPECT_TRUE(labels->may(Comparison::differ, bern, labels->place_of("B***")));
    EXPECT_FALSE(labels->may(Comparison::differ, bern, labels->place_of("Bern")));
    EXPECT_FALSE(labels->may(Comparison::equal, bern, labels->place_of("NULL")));
}

TEST(Labels, DatesAreMidnightsAmongTimestamps) {
    const auto labels = Labels::of_texts({"[2020-01-01 10:00:00, 2020-01-03 00:00:00]"});
    const auto equal = [&](const char* text) { return labels->may(Comparison::equal, 1, labels->place_of(text)); };
    EXPECT_FALSE(equal("2020-01-01"));
    EXPECT_TRUE(equal("2020-01-03"));
    EXPECT_TRUE(equal("2020-01-02 23:59:59"));
    EXPECT_FALSE(equal("35"));
}

std::shared_ptr<const Labels> of_edges(const std::vector<std::pair<std::string, std::string>>& edges) {
    return Labels::of_tree(std::make_shared<const hierarchy::Hierarchy>(*hierarchy::Hierarchy::from_pairs(edges)));
}

TEST(Labels, OfTwoTreesMeetInTheirLeaves) {
    const auto one = of_edges({{"11", "low"}, {"12", "low"}, {"21", "high"}, {"low", "*"}, {"high", "*"}});
    const auto other = of_edges({{"12", "even"}, {"22", "even"}, {"11", "odd"}, {"even", "any"}, {"odd", "any"}});
    const auto equal = [&](const char* a, const char* b) {
        const bool there = one->may(Comparison::equal, *one->find(a), one->place_of(*other, *other->find(b)));
        EXPECT_EQ(there, other->may(Comparison::equal, *other->find(b), other->place_of(*one, *one->find(a))))
            << a << " and " << b;
        return there;
    };
    EXPECT_TRUE(equal("12", "even"));
    EXPECT_TRUE(equal("low", "even"));
    EXPECT_TRUE(equal("high", "even"));  // between 12 and 22
    EXPECT_FALSE(equal("high", "odd"));
    EXPECT_TRUE(equal("high", "any"));
    EXPECT_TRUE(equal("*", "odd"));
}

TEST(Labels, OfTreesOfTextsMeetInTheirLeaves) {
    const auto one = of_edges({{"a", "low"}, {"b", "low"}, {"c", "high"}, {"low", "*"}, {"high", "*"}});
    const auto other = of_edges({{"b", "x"}, {"d", "x"}, {"a", "y"}, {"x", "any"}, {"y", "any"}});
    const auto equal = [&](const char* a, const char* b) {
        return one->may(Comparison::equal, *one->find(a), one->place_of(*other, *other->find(b)));
    };
    EXPECT_TRUE(equal("b", "x"));
    EXPECT_TRUE(equal("low", "x"));
    EXPECT_FALSE(equal("high", "x"));
    EXPECT_FALSE(equal("a", "x"));
    EXPECT_TRUE(equal("c", "any"));
}

}  // namespace labels_test
}  // namespace scrim::views

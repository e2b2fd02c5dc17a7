#include "kernel/core/text.h"
#include "kernel/recode/perturb/equal_groups.h"
#include "tests/recode/perturb/records.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace scrim::recode {
namespace mask_test {

using namespace scrim::testing;

TEST(EqualGroups, EveryGroupHasKPointsAndEveryPointAGroup) {
    SeededRandom random(5);
    for (const std::size_t count : {0, 1, 3, 40, 700, 2000})
        for (const std::uint32_t k : {1u, 2u, 7u, 650u}) {
            perturb::PointSet points(2);
            for (std::size_t i = 0; i < count * k && i < 3000; ++i)
                points.add(std::array{static_cast<double>(random.below(9)), static_cast<double>(random.below(5))});
            std::vector<std::uint32_t> members(points.size() / k * k);
            for (std::uint32_t i = 0; i < members.size(); ++i) members[i] = i;
            random.shuffle(std::span(members));
            const auto groups = perturb::equal_groups(points, members, k);
            EXPECT_EQ(groups.size(), members.size() / k);
            for (std::size_t g = 0; g < groups.size(); ++g) EXPECT_EQ(groups.size(g), k);
            const std::set<std::uint32_t> all(groups.members.begin(), groups.members.end());
            EXPECT_EQ(all.size(), members.size());
        }
}

TEST(EqualGroups, EqualPointsAreTakenInTheOrderGiven) {
    // All the same: the first k of the order given are the first group, so that a shuffle decides who is together.
    perturb::PointSet points(1, std::vector<double>(6, 1.0));
    const std::vector<std::uint32_t> members{4, 2, 0, 5, 1, 3};
    const auto groups = perturb::equal_groups(points, members, 2);
    ASSERT_EQ(groups.size(), 3u);
    EXPECT_EQ(groups.members, members);
}

// Every class of equal printed quasi-identifiers, with its values.
std::map<std::vector<std::string>, std::map<std::string, std::size_t>> classes_of(const Records& records,
                                                                                  const Perturbed& made) {
    std::map<std::vector<std::string>, std::map<std::string, std::size_t>> classes;
    std::vector<std::vector<std::string>> columns;
    for (const Column& column : made.columns) columns.push_back(printed(column));
    for (std::size_t i = 0; i < columns[0].size(); ++i) {
        std::vector<std::string> row;
        std::string value;
        for (std::size_t c = 0; c < columns.size(); ++c)
            (records.column(c).role == Role::sensitive ? value : row.emplace_back()) = columns[c][i];
        ++classes[row][value];
    }
    return classes;
}

TEST(Mask, EveryClassHasKRecordsAndNoValueMoreThanOneInM) {
    SeededRandom random(11);
    int made_some = 0;
    for (int round = 0; round < rounds(40); ++round) {
        Records records = random_records(random, 40 + random.below(80));
        const std::uint32_t m = 2, k = m + static_cast<std::uint32_t>(random.below(3));
        const auto made = perturbed(format("mask(k={}, m={})", k, m), records, random);
        if (!made) continue;  // a value too frequent, or too few records that miss the same
        ++made_some;
        for (const auto& [row, values] : classes_of(records, *made)) {
            std::size_t size = 0, most = 0;
            for (const auto& [value, count] : values) size += count, most = std::max(most, count);
            EXPECT_GE(size, k);
            EXPECT_LE(most * m, size);
        }
        if (made->rows.empty()) expect_kept(records, *made);
        EXPECT_EQ(made->kept.empty(), false);
        const std::size_t released = made->columns[0].size();
        EXPECT_EQ(released % k, 0u);
        EXPECT_LT(records.count - released, 2u * k);  // those with all values, and those without an age
        EXPECT_EQ(made->rows.empty(), released == records.count);
    }
    EXPECT_GT(made_some, 5);
}

TEST(Mask, ClassesDoNotDependOnSensitiveValues) {
    // The same people with their values the other way round, and the same chance: the same printed quasi-identifiers.
    // Chance is drawn for classes before anything else.
    const std::vector<std::string> ages{"20", "20", "20", "20", "31", "32", "33", "34"};
    std::vector<std::string> values{"a", "b", "a", "b", "c", "d", "c", "d"};
    Records one = make_records({{"age", ages}, {"disease", values, Role::sensitive}});
    std::reverse(values.begin(), values.end());
    Records two = make_records({{"age", ages}, {"disease", values, Role::sensitive}});
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SeededRandom first(seed), second(seed);
        const auto a = perturbed("mask(k=2, m=2)", one, first), b = perturbed("mask(k=2, m=2)", two, second);
        ASSERT_TRUE(a && b);
        EXPECT_EQ(printed(a->columns[0]), printed(b->columns[0]));
    }
}

TEST(Mask, WhatItRefuses) {
    SeededRandom random(1);
    const auto message = [&](const char* method, std::vector<RecordColumnOf> columns) {
        Records records = make_records(columns);
        const auto made = perturbed(method, records, random);
        return made ? "" : made.error().message;
    };
    const RecordColumnOf age{"age", {"1", "2", "3", "4"}}, disease{"disease", {"a", "b", "a", "a"}, Role::sensitive};
    EXPECT_EQ(message("mask(k=2, m=3)", {age, disease}),
              "mask: k is 2 and m is 3: a value has at least one of the k records of a class, so k must be at least m");
    EXPECT_EQ(message("mask(k=2, m=2)", {age, disease}),
              "mask: 'a' of 'disease' occurs 3 times, and 2 classes of 2 records have room for 2, 1 in each; ask for a "
              "smaller m");
    EXPECT_EQ(message("mask(k=3, m=2)", {{"age", {"1", "2", "3"}}, {"disease", {"a", "a", "b"}, Role::sensitive}}),
              "mask: 'a' of 'disease' occurs 2 times, and 1 class of 3 records has room for 1, 1 in each; ask for a "
              "smaller m, or a k that is a multiple of 2");
    EXPECT_EQ(message("mask(k=2, m=2)", {age}),
              "mask deals the values of one sensitive column, and there is none; give one that role");
    EXPECT_EQ(message("mask(k=2, m=2)", {age, disease, {"job", {"x", "y", "x", "y"}, Role::sensitive}}),
              "mask deals the values of one sensitive column, and there are more; release the others in tables of "
              "their own (make them identifiers)");
    EXPECT_EQ(message("mask(k=5, m=2)", {age, disease}),
              "mask: k is 5, and the table has 4 records: give at most as much");
}

}  // namespace mask_test
}  // namespace scrim::recode

// Distinct tuples and partitions against maps and sets.
#include "kernel/core/tuples.h"
#include "kernel/core/partition.h"
#include "kernel/core/random.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

namespace scrim {
namespace tuples_test {

DomainPtr numbers(Code size) {
    std::vector<Int128> units(size);
    std::iota(units.begin(), units.end(), Int128{0});
    return std::make_shared<Domain>(Domain::of_numbers(std::move(units), 0));
}

Table random_table(Random& random, std::size_t rows, const std::vector<Code>& domain_sizes, Code used) {
    Table table;
    for (std::size_t c = 0; c < domain_sizes.size(); ++c) {
        std::vector<Code> codes(rows);
        for (Code& code : codes)
            code = static_cast<Code>(random.below(std::min(used, domain_sizes[c])) *
                                     (domain_sizes[c] / std::min(used, domain_sizes[c])));
        table.add("c" + std::to_string(c), Column(numbers(domain_sizes[c]), codes));
    }
    return table;
}

using Key = std::vector<Code>;

Key key_of(const Table& table, std::span<const std::size_t> columns, std::size_t row) {
    Key key;
    for (const std::size_t column : columns) key.push_back(table[column][row]);
    return key;
}

void expect_tuples_match_a_map(const Table& table, const std::vector<std::size_t>& columns) {
    std::map<Key, std::uint32_t> expected;
    for (std::size_t row = 0; row < table.rows(); ++row) ++expected[key_of(table, columns, row)];

    const Tuples tuples = distinct_tuples(table, columns);
    std::vector<std::size_t> all(columns.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    ASSERT_EQ(tuples.size(), expected.size());
    ASSERT_EQ(tuples.total, table.rows());
    std::size_t t = 0;
    for (const auto& [key, count] : expected) {  // a map iterates in the order that tuples promise
        EXPECT_EQ(key_of(tuples.table, all, t), key);
        EXPECT_EQ(tuples.weights[t], count);
        ++t;
    }

    // A table that may be consumed gives the same.
    Table copy;
    for (const std::size_t column : columns) copy.add(table.name(column), table[column]);
    const Tuples consumed = distinct_tuples(std::move(copy));
    EXPECT_EQ(consumed.weights, tuples.weights);
    EXPECT_EQ(consumed.table.names(), tuples.table.names());

    // Projecting tuples is the same as projecting rows.
    const std::vector<std::size_t> first{0};
    const Tuples projected = distinct_tuples(tuples, first);
    const std::vector<std::size_t> original{columns.front()};
    EXPECT_EQ(projected.weights, distinct_tuples(table, original).weights);
    EXPECT_EQ(run_offsets(tuples, 1).size(), projected.size() + 1);
}

TEST(Tuples, EqualTheDifferentRowsOfATable) {
    SeededRandom random(2);
    for (int round = 0; round < 60; ++round) {
        const Table table = random_table(random, random.below(400), {3, 300, 2, 70000}, 4);
        expect_tuples_match_a_map(table, {0, 1, 2, 3});
        expect_tuples_match_a_map(table, {3, 0});
        expect_tuples_match_a_map(table, {2});
    }
}

TEST(Tuples, EqualTheDifferentRowsWhereAKeyNeedsSeveralWords) {
    SeededRandom random(3);
    const std::vector<Code> wide(5, 100000);  // 17 bits each: two words
    for (int round = 0; round < 10; ++round)
        expect_tuples_match_a_map(random_table(random, 300, wide, 3), {4, 0, 1, 2, 3});
}

TEST(Tuples, SortMoreRowsThanOneBlock) {
    SeededRandom random(4);
    expect_tuples_match_a_map(random_table(random, 700'000, {300, 50}, 300), {1, 0});
}

TEST(Tuples, OfAColumnWithOneValueAreOne) {
    SeededRandom random(5);
    const Table table = random_table(random, 10, {1, 1}, 1);
    expect_tuples_match_a_map(table, {0, 1});
}

TEST(Partition, HoldsEveryRowOnceInClassesOfEqualTuples) {
    SeededRandom random(6);
    for (int round = 0; round < 40; ++round) {
        const Table table = random_table(random, random.below(300), {4, 100000, 100000, 100000, 100000}, 3);
        const std::vector<std::size_t> columns{1, 0, 2, 3, 4};
        const Partition classes = group_by(table, columns);
        std::vector<int> seen(table.rows(), 0);
        std::map<Key, std::size_t> class_of;
        for (std::size_t c = 0; c < classes.size(); ++c) {
            EXPECT_TRUE(std::is_sorted(classes[c].begin(), classes[c].end()));
            for (const std::uint32_t row : classes[c]) {
                ++seen[row];
                EXPECT_EQ(class_of.try_emplace(key_of(table, columns, row), c).first->second, c);
            }
        }
        EXPECT_EQ(class_of.size(), classes.size());
        EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](int count) { return count == 1; }));
    }
}

TEST(Partition, OnNoColumnsIsOneClass) {
    SeededRandom random(7);
    const Table table = random_table(random, 5, {3}, 3);
    const Partition classes = group_by(table, {});
    ASSERT_EQ(classes.size(), 1u);
    EXPECT_EQ(classes[0].size(), 5u);
}

}  // namespace tuples_test
}  // namespace scrim

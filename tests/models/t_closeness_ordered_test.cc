#include "tests/models/example.h"
#include "tests/models/random_table.h"

#include <cstdlib>

namespace scrim::models {
namespace t_closeness_ordered_test {

// The salaries of the t-closeness paper: 3k, 4k, …, 11k, one of each.
Sensitive salaries() {
    return number_attribute(
        {{"3", 1}, {"4", 1}, {"5", 1}, {"6", 1}, {"7", 1}, {"8", 1}, {"9", 1}, {"10", 1}, {"11", 1}});
}

// Distances between ranks among the values that occur; NULL is as far from everything as the ends are from each other.
struct Ranks {
    Distances distance;
    std::int64_t unit = 1;
};
Ranks ranks_of(const Sensitive& attribute) {
    const Code n = attribute.domain->size();
    std::vector<std::int64_t> rank(n, 0);
    std::int64_t next = 0;
    for (Code i = 0; i < attribute.domain->values(); ++i) rank[i] = attribute.overall[i] > 0 ? next++ : 0;
    Ranks ranks{std::vector(n, std::vector<std::int64_t>(n, 0)), std::max<std::int64_t>(next - 1, 1)};
    for (Code i = 0; i < n; ++i)
        for (Code j = 0; j < n; ++j) {
            const bool null = attribute.is_null(i) || attribute.is_null(j);
            ranks.distance[i][j] = !null ? std::abs(rank[i] - rank[j]) : i == j ? 0 : ranks.unit;
        }
    return ranks;
}

TEST(TClosenessOrdered, SalaryExample) {
    const Sensitive salary = salaries();
    const Example low = class_of(salary, {{"3", 1}, {"4", 1}, {"5", 1}});
    EXPECT_EQ(level("t_closeness_ordered", low), Ratio(3, 8));
    EXPECT_EQ(level("t_closeness_ordered", class_of(salary, {{"6", 1}, {"8", 1}, {"11", 1}})), Ratio(1, 6));
    EXPECT_EQ(decide("t_closeness_ordered", low, {{"t", "0.375"}}), Verdict::holds);
    EXPECT_EQ(decide("t_closeness_ordered", low, {{"t", "0.374"}}), Verdict::fails);
}

// Values that a hierarchy lists and nobody holds must not make the distances of the others shrink.
TEST(TClosenessOrdered, ValuesThatNobodyHoldsDoNotCount) {
    const Sensitive wide = number_attribute({{"0", 0}, {"1", 1}, {"2", 0}, {"3", 1}, {"4", 0}, {"5", 0}});
    const Sensitive narrow = number_attribute({{"1", 1}, {"3", 1}});
    EXPECT_EQ(level("t_closeness_ordered", class_of(wide, {{"3", 1}})), Ratio(1, 2));
    EXPECT_EQ(level("t_closeness_ordered", class_of(narrow, {{"3", 1}})), Ratio(1, 2));
}

TEST(TClosenessOrdered, OneValueIsAtDistanceZero) {
    const Sensitive one = number_attribute({{"3", 7}});
    EXPECT_EQ(level("t_closeness_ordered", class_of(one, {{"3", 2}})), Ratio(0));
}

TEST(TClosenessOrdered, NullIsAtDistanceOne) {
    const Sensitive salary = number_attribute({{"3", 1}, {"4", 1}, {"5", 1}, {"NULL", 1}});
    EXPECT_EQ(level("t_closeness_ordered", class_of(salary, {{"NULL", 1}})), Ratio(3, 4));
    EXPECT_EQ(level("t_closeness_ordered", class_of(salary, {{"3", 1}, {"4", 1}, {"5", 1}})), Ratio(1, 4));
    const Sensitive nothing = number_attribute({{"3", 0}, {"NULL", 2}});
    EXPECT_EQ(level("t_closeness_ordered", class_of(nothing, {{"NULL", 1}})), Ratio(0));
    const Sensitive rarely = number_attribute({{"3", 1}, {"9", 9}, {"NULL", 10}});
    EXPECT_EQ(level("t_closeness_ordered", class_of(rarely, {{"3", 1}})), Ratio(1)) << "never more than 1";
}

TEST(TClosenessOrdered, AgreesWithTransport) {
    std::mt19937_64 random(11);
    for (int round = 0; round < 400; ++round) {
        const RandomTable table(random, false);
        const Ranks ranks = ranks_of(table.attribute);
        for (const Example& example : table.classes)
            ASSERT_EQ(level("t_closeness_ordered", example), transport_distance(example, ranks.distance, ranks.unit));
    }
}

TEST(TClosenessOrdered, WithNullItIsNeverLessThanTransport) {
    std::mt19937_64 random(12);
    int exact = 0, with_null = 0;
    for (int round = 0; round < 600; ++round) {
        const RandomTable table(random);
        if (table.attribute.nulls() == 0) continue;
        const Ranks ranks = ranks_of(table.attribute);
        for (const Example& example : table.classes) {
            const Ratio distance = transport_distance(example, ranks.distance, ranks.unit);
            ASSERT_GE(level("t_closeness_ordered", example), distance);
            ASSERT_LE(level("t_closeness_ordered", example), Ratio(1));
            ++with_null;
            exact += level("t_closeness_ordered", example) == distance ? 1 : 0;
        }
    }
    EXPECT_GT(with_null, 100);
    EXPECT_GT(exact, 10);
}

}  // namespace t_closeness_ordered_test
}  // namespace scrim::models

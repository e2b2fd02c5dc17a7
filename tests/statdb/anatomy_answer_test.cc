#include "methods/statdb/anatomy_answer.h"

#include "methods/statdb/row_test.h"
#include "tests/statdb/decompose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace scrim::statdb {
namespace anatomy_answer_test {

using namespace scrim::testing;

std::vector<std::uint8_t> mask_of(const StatTable& table, const Condition& condition) {
    std::vector<std::uint8_t> mask(table.rows());
    RowTest::Scratch scratch;
    RowTest(table, condition).mask(0, table.rows(), mask.data(), scratch);
    return mask;
}

std::size_t asked_of(const StatTable& table, std::size_t bucket, const std::vector<Span>& values) {
    const auto signature = table.signature(bucket);
    return static_cast<std::size_t>(std::count_if(signature.begin(), signature.end(), [&](std::uint32_t value) {
        return std::any_of(values.begin(), values.end(), [&](Span span) { return span.contains(value); });
    }));
}

std::vector<Span> random_values(Random& random, Code values) {
    const Condition condition = random_condition(random, {values}, 0);
    return condition.spans;
}

// Example 1 and 2 of 000: Q2 on the buckets of Figure 1.
TEST(AnatomyAnswer, AnswersThePapersSecondQuestion) {
    const Records records = papers_table();
    const StatTable table = make_stat_table(records, papers_buckets(), 2);
    const Condition zip_20_to_40 = Condition::in(1, {{20, 41}});
    const std::vector<Span> flu{{0, 1}};
    const auto groups = a_decompose(table, 0, mask_of(table, zip_20_to_40));
    // S1 = {Helen, Jack, Tom}: one group of two of them, one with one, two with none.
    std::vector<std::size_t> inside;
    for (const Group& group : groups)
        inside.push_back(static_cast<std::size_t>(std::count_if(group.begin(), group.end(), [&](std::uint32_t place) {
            return mask_of(table, zip_20_to_40)[place] != 0;
        })));
    EXPECT_EQ(inside, (std::vector<std::size_t>{2, 1, 0, 0}));
    const CountInterval interval = count_by_anatomy(table, zip_20_to_40, flu);
    EXPECT_EQ(interval.lower, 1u);  // beta = {1, 2} in the first bucket, nothing in the second
    EXPECT_EQ(interval.upper, 2u);
}

TEST(AnatomyAnswer, EqualsTheMaterializedDecomposition) {
    SeededRandom random(1);
    for (int i = 0; i < 300; ++i) {
        const auto m = static_cast<std::uint32_t>(2 + random.below(4));
        const Records records = random_records(random, 10 + random.below(150), {2, 6, 30}, m + 2, m);
        const Bucketization buckets =
            make_buckets(records, m, i % 2 ? &one_by_one_builder() : &neighbors_builder(), 1, random);
        const StatTable table = make_stat_table(records, buckets, m);
        const Condition condition = random_condition(random, records.domains, 2);
        const std::vector<Span> values = random_values(random, records.values);
        const auto mask = mask_of(table, condition);
        CountInterval expected;
        for (std::size_t b = 0; b < table.buckets(); ++b) {
            const CountInterval own =
                interval_by_anatomy(a_decompose(table, b, mask), mask, asked_of(table, b, values));
            expected.lower += own.lower;
            expected.upper += own.upper;
        }
        const CountInterval interval = count_by_anatomy(table, condition, values);
        EXPECT_EQ(interval.lower, expected.lower);
        EXPECT_EQ(interval.upper, expected.upper);
        const Bounds bounds = AnatomyAnswer(table, condition, values).count();
        EXPECT_EQ(*bounds.lower, Ratio(static_cast<Int128>(expected.lower)));
        EXPECT_EQ(*bounds.upper, Ratio(static_cast<Int128>(expected.upper)));
    }
}

// No decomposition of a bucket gives a shorter interval: all of them are tried.
TEST(AnatomyAnswer, IsOptimal) {
    SeededRandom random(2);
    for (int i = 0; i < 60; ++i) {
        const Records records = random_records(random, 9, {4}, 3, 3);
        const StatTable table = make_stat_table(records, make_buckets(records, 3, &neighbors_builder(), 1, random), 3);
        const auto mask = mask_of(table, random_condition(random, records.domains, 0));
        for (std::size_t b = 0; b < table.buckets(); ++b) {
            const std::uint32_t groups = table.groups(b);
            const auto width = static_cast<std::uint32_t>(table.signature(b).size());
            for (std::size_t asked = 1; asked < width; ++asked) {
                std::uint64_t shortest = UINT64_MAX;
                std::vector<std::vector<std::uint32_t>> orders(width, std::vector<std::uint32_t>(groups));
                for (auto& order : orders) std::iota(order.begin(), order.end(), 0u);
                const std::function<void(std::uint32_t)> each = [&](std::uint32_t v) {
                    if (v == width) {
                        std::vector<Group> split(groups);
                        for (std::uint32_t value = 0; value < width; ++value)
                            for (std::uint32_t g = 0; g < groups; ++g)
                                split[orders[value][g]].push_back(table.first_row(table.first_segment(b) + value) + g);
                        const CountInterval own = interval_by_anatomy(split, mask, asked);
                        shortest = std::min(shortest, own.upper - own.lower);
                        return;
                    }
                    do each(v + 1);
                    while (std::next_permutation(orders[v].begin(), orders[v].end()));
                };
                each(1);
                const CountInterval best = interval_by_anatomy(a_decompose(table, b, mask), mask, asked);
                EXPECT_EQ(best.upper - best.lower, shortest);
            }
        }
    }
}

struct Truth {
    std::int64_t count = 0, sum = 0;
    std::optional<std::int64_t> least, most;
};

Truth truth_of(const Records& records, const Condition& condition, const std::vector<Span>& values) {
    Truth truth;
    for (std::size_t row = 0; row < records.size(); ++row) {
        const Code value = records.sensitive[row];
        if (!satisfies(condition, records, row)) continue;
        if (std::none_of(values.begin(), values.end(), [&](Span span) { return span.contains(value); })) continue;
        ++truth.count;
        truth.sum += value;
        truth.least = std::min<std::int64_t>(truth.least.value_or(value), value);
        truth.most = std::max<std::int64_t>(truth.most.value_or(value), value);
    }
    return truth;
}

void expect_within(const Bounds& bounds, const Ratio& truth) {
    ASSERT_TRUE(bounds.lower && bounds.upper);
    EXPECT_LE(*bounds.lower, truth);
    EXPECT_GE(*bounds.upper, truth);
}

TEST(AnatomyAnswer, AlwaysHoldsTheTruth) {
    SeededRandom random(3);
    deal::RandomChance chance(random);
    for (int i = 0; i < 3000; ++i) {
        const auto m = static_cast<std::uint32_t>(2 + random.below(4));
        const Records records = random_records(random, 5 * m + random.below(80), {2, 6, 30}, m + 4, m);
        BuildPlan plan{m, i % 3 ? &neighbors_builder() : &one_by_one_builder(), i % 3 == 1 ? 2u : 1u};
        const auto buckets = bucketize(records.table(), records.column(), "s", plan, chance);
        if (!buckets) continue;
        const StatTable table = make_stat_table(records, *buckets, m);
        const Condition condition = random_condition(random, records.domains, 2);
        const std::vector<Span> values = random_values(random, records.values);
        const Truth truth = truth_of(records, condition, values);
        const AnatomyAnswer answer(table, condition, values);
        expect_within(answer.count(), Ratio(truth.count));
        if (truth.count == 0) {
            EXPECT_TRUE(!answer.max().upper || answer.max().may_be_none);
            continue;
        }
        expect_within(answer.sum(), Ratio(truth.sum));
        expect_within(answer.avg(), Ratio(truth.sum, truth.count));
        expect_within(answer.min(), Ratio(*truth.least));
        expect_within(answer.max(), Ratio(*truth.most));
    }
}

// Every way to hand out the values within the groups of the decomposition is tried: the ends of the intervals are what
// some of them reach, and none exceeds them.
TEST(AnatomyAnswer, ReachesTheEndsOfItsIntervals) {
    SeededRandom random(4);
    for (int i = 0; i < 150; ++i) {
        const Records records = random_records(random, 6 + random.below(4), {5}, 4, 3);
        const StatTable table = make_stat_table(records, make_buckets(records, 3, &neighbors_builder(), 1, random), 3);
        const Condition condition = random_condition(random, records.domains, 1);
        const std::vector<Span> values = random_values(random, records.values);
        const auto mask = mask_of(table, condition);
        std::vector<std::pair<Group, std::vector<std::uint32_t>>> groups;  // with their signatures
        for (std::size_t b = 0; b < table.buckets(); ++b)
            for (Group& group : a_decompose(table, b, mask))
                groups.emplace_back(std::move(group),
                                    std::vector<std::uint32_t>(table.signature(b).begin(), table.signature(b).end()));
        struct Ends {
            std::optional<Ratio> lower, upper;
            bool none = false;
            void add(const std::optional<Ratio>& value) {
                if (!value) {
                    none = true;
                    return;
                }
                if (!lower || *value < *lower) lower = value;
                if (!upper || *value > *upper) upper = value;
            }
        } count, sum, avg, least, most;
        const std::function<void(std::size_t, Truth)> each = [&](std::size_t g, Truth so_far) {
            if (g == groups.size()) {
                const bool any = so_far.count > 0;
                const auto ratio = [&](std::int64_t value) { return any ? std::optional(Ratio(value)) : std::nullopt; };
                count.add(Ratio(so_far.count));
                sum.add(ratio(so_far.sum));
                avg.add(any ? std::optional(Ratio(so_far.sum, so_far.count)) : std::nullopt);
                least.add(ratio(so_far.least.value_or(0)));
                most.add(ratio(so_far.most.value_or(0)));
                return;
            }
            std::vector<std::uint32_t> held = groups[g].second;
            do {
                Truth next = so_far;
                for (std::size_t j = 0; j < held.size(); ++j) {
                    const std::uint32_t value = held[j];
                    if (!mask[groups[g].first[j]] ||
                        std::none_of(values.begin(), values.end(), [&](Span span) { return span.contains(value); }))
                        continue;
                    ++next.count;
                    next.sum += value;
                    next.least = std::min<std::int64_t>(next.least.value_or(value), value);
                    next.most = std::max<std::int64_t>(next.most.value_or(value), value);
                }
                each(g + 1, next);
            } while (std::next_permutation(held.begin(), held.end()));
        };
        each(0, {});
        const AnatomyAnswer answer(table, condition, values);
        const auto expect_equal = [&](const Bounds& bounds, const Ends& ends, const char* what) {
            ASSERT_EQ(bounds.lower.has_value(), ends.lower.has_value()) << what;
            if (!ends.lower) return;
            EXPECT_EQ(*bounds.lower, *ends.lower) << what;
            EXPECT_EQ(*bounds.upper, *ends.upper) << what;
            EXPECT_EQ(bounds.may_be_none, ends.none) << what;
        };
        expect_equal(answer.count(), count, "count");
        expect_equal(answer.avg(), avg, "avg");
        expect_equal(answer.min(), least, "min");
        expect_equal(answer.max(), most, "max");
        // The sum of nobody is nothing; the interval then starts at 0.
        if (!sum.none) expect_equal(answer.sum(), sum, "sum");
    }
}

TEST(AnatomyAnswer, CountsQuasiIdentifiersExactly) {
    SeededRandom random(5);
    const Records records = random_records(random, 500, {2, 6, 30}, 8, 4);
    const StatTable table = make_stat_table(records, make_buckets(records, 4, &neighbors_builder(), 1, random), 4);
    for (int i = 0; i < 50; ++i) {
        const Condition condition = random_condition(random, records.domains, 2);
        const std::vector<Span> all{{0, 8}};
        const CountInterval interval = count_by_anatomy(table, condition, all);
        EXPECT_EQ(interval.lower, interval.upper);
        EXPECT_EQ(static_cast<std::int64_t>(interval.lower), truth_of(records, condition, all).count);
    }
}

TEST(AnatomyAnswer, KeepsAwayFromBucketsWithoutTheValue) {
    SeededRandom random(6);
    const Records records = random_records(random, 2000, {2, 6, 30}, 30, 3);
    const StatTable table = make_stat_table(records, make_buckets(records, 3, &neighbors_builder(), 1, random), 3);
    const std::vector<Span> one{{29, 30}};
    const AnatomyAnswer answer(table, Condition::always(), one);
    EXPECT_EQ(answer.effort().buckets, table.buckets_with(29).size());
    EXPECT_EQ(answer.effort().buckets + answer.effort().passed, table.buckets());
    EXPECT_LT(answer.effort().buckets, table.buckets());
    const Effort generalized = count_by_generalization(table, {{{0, {0, 1}}}}, one).effort;
    EXPECT_EQ(generalized.buckets, answer.effort().buckets);
    EXPECT_EQ(generalized.passed, answer.effort().passed);
}

}  // namespace anatomy_answer_test
}  // namespace scrim::statdb

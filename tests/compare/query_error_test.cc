#include "kernel/compare/expected_count.h"
#include "kernel/compare/random_workload.h"
#include "tests/compare/small_comparison.h"

namespace scrim::test {
namespace query_error_test {

using compare::CountQuery;

// Value by value: every record is each value of its box, with the box's share.
double slow_count(const compare::Side& side, const std::vector<Attribute>& attributes, const CountQuery& query) {
    double sum = 0;
    for (std::size_t row = 0; row < side.rows(); ++row) {
        std::vector<Code> at;
        double boxes = 0, matching = 0;
        for (std::size_t a = 0; a < attributes.size(); ++a) at.push_back(side.span(a, row).lo);
        while (true) {
            ++boxes;
            bool all = true;
            for (const auto& condition : query) {
                bool any = false;
                for (const Span span : condition.spans) any |= span.contains(at[condition.attribute]);
                all &= any;
            }
            matching += all ? 1 : 0;
            std::size_t a = 0;
            while (a < at.size() && ++at[a] == side.span(a, row).hi) {
                at[a] = side.span(a, row).lo;
                ++a;
            }
            if (a == at.size()) break;
        }
        sum += side.weights[row] * matching / boxes;
    }
    return sum;
}

TEST(QueryError, counts_as_going_through_all_values_does) {
    std::mt19937_64 random(4);
    for (int i = 0; i < 10; ++i) {
        const Comparison comparison = random_comparison(random, 12);
        for (const CountQuery& query : compare::random_workload(comparison.attributes, {10, 3, 0.1, 7})) {
            EXPECT_NEAR(compare::expected_count(comparison.release, query),
                        slow_count(comparison.release, comparison.attributes, query), 1e-9);
            EXPECT_EQ(compare::expected_count(comparison.original, query),
                      slow_count(comparison.original, comparison.attributes, query));
        }
        EXPECT_EQ(compare::expected_count(comparison.release, {}), comparison.release.total);
    }
}

// Two heart patients printed as [35, 40): Fung and others, section 3.2, expect 2 · 1/5 of age 38; and 3 · 2/4 from the
// anatomized tables.
TEST(QueryError, expects_the_counts_of_the_survey) {
    const CountQuery query = {{0, {Span::of(38)}}, {1, {Span::of(1)}}};  // flu 0, heart 1
    compare::Side generalized;
    for (const Code disease : {0, 0, 1, 1}) add_record(generalized, {{35, 40}, Span::of(disease)});
    EXPECT_NEAR(compare::expected_count(generalized, query), 0.4, 1e-12);
    compare::Side anatomized;
    for (const Code age : {36, 38, 38, 38})
        for (const Code disease : {0, 1}) add_record(anatomized, {Span::of(age), Span::of(disease)}, 0.5);
    EXPECT_EQ(compare::expected_count(anatomized, query), 1.5);
}

TEST(QueryError, takes_the_mean_and_median_over_the_sanity_bound) {
    Comparison comparison = exact_comparison({numbers_below("n", 4)}, {{0}, {0}, {1}, {3}});
    comparison.release = {};
    for (int i = 0; i < 4; ++i) add_record(comparison.release, {{0, 4}});  // one of each is expected
    comparison.workload = {{{0, {{0, 1}}}}, {{0, {{1, 2}}}}, {{0, {{2, 3}}}}};
    // |1 - 2| / 2, |1 - 1| / 1, |1 - 0| / 1: the last one's truth is below the bound.
    const compare::Measured found = measured(comparison, "query_error");
    EXPECT_DOUBLE_EQ(found.value, 0.5);
    EXPECT_DOUBLE_EQ(figure(found.details, "median"), 0.5);
    EXPECT_EQ(figure(found.details, "queries"), 3);
    EXPECT_EQ(figure(found.details, "sanity_bound"), 1);
    comparison.workload.pop_back();
    EXPECT_DOUBLE_EQ(figure(measured(comparison, "query_error").details, "median"), 0.25);
    // A thousandth of 4,000 records.
    comparison.original.weights = {2000, 0, 0, 2000};
    comparison.original.total = 4000;
    comparison.workload = {{{0, {{2, 3}}}}};
    const compare::Measured bounded = measured(comparison, "query_error");
    EXPECT_EQ(figure(bounded.details, "sanity_bound"), 4);
    EXPECT_DOUBLE_EQ(bounded.value, 1.0 / 4);
}

TEST(QueryError, is_not_measured_without_a_workload) {
    const Comparison comparison = exact_comparison({numbers_below("n", 4)}, {{0}, {1}});
    EXPECT_FALSE(compare::find_comparison("query_error")->measure(comparison));
}

TEST(RandomWorkload, has_the_shape_that_was_asked_for) {
    const std::vector<Attribute> attributes = {numbers_below("n", 100), letters_below("l", 9), numbers_below("one", 1),
                                               letters_below("k", 3)};
    const auto queries = compare::random_workload(attributes, {200, 2, 0.04, 5});
    ASSERT_EQ(queries.size(), 200u);
    std::vector<std::size_t> asked(4, 0);
    for (const CountQuery& query : queries) {
        ASSERT_EQ(query.size(), 2u);
        EXPECT_NE(query[0].attribute, query[1].attribute);
        for (const auto& condition : query) {
            ++asked[condition.attribute];
            Code width = 0;
            for (std::size_t s = 0; s < condition.spans.size(); ++s) {
                width += condition.spans[s].width();
                EXPECT_TRUE(s == 0 || condition.spans[s].lo > condition.spans[s - 1].hi);
            }
            // The square root of 4 % is a fifth of the values, rounded up.
            EXPECT_EQ(width, condition.attribute == 0 ? 20u : condition.attribute == 1 ? 2u : 1u);
            EXPECT_LE(condition.spans.back().hi, attributes[condition.attribute].domain().size());
            EXPECT_TRUE(condition.attribute != 0 || condition.spans.size() == 1) << "an interval of numbers";
        }
    }
    EXPECT_EQ(asked[2], 0u) << "a column of one value has nothing to ask";
    for (const std::size_t a : {0, 1, 3}) EXPECT_GT(asked[a], 80u);
}

TEST(RandomWorkload, is_the_same_for_the_same_seed_only) {
    const std::vector<Attribute> attributes = {numbers_below("n", 100), numbers_below("m", 100)};
    const auto ends = [&](std::uint64_t seed) {
        std::vector<Code> codes;
        for (const CountQuery& query : compare::random_workload(attributes, {20, 1, 0.1, seed}))
            codes.push_back(query.front().spans.front().lo);
        return codes;
    };
    EXPECT_EQ(ends(1), ends(1));
    EXPECT_NE(ends(1), ends(2));
    EXPECT_TRUE(compare::random_workload({}, {}).empty());
}

}  // namespace query_error_test
}  // namespace scrim::test

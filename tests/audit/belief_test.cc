#include "methods/audit/release/belief.h"

#include "kernel/core/tuples.h"

#include <gtest/gtest.h>

namespace scrim::audit {
namespace belief_test {

// 001 Fig. 1: John and Jane, Jack and Jill.
models::Classes figure_1() {
    Table table;
    const auto ages = std::make_shared<const Domain>(Domain::of_text({"[20-25)", "[25-30)"}));
    const auto ailments = std::make_shared<const Domain>(Domain::of_text({"flu", "pneumonia", "cold", "bronchitis"}));
    table.add("age", Column(ages, std::vector<Code>{0, 0, 1, 1}));
    table.add("ailment", Column(ailments, std::vector<Code>{0, 1, 2, 3}));
    auto tuples = std::make_shared<Tuples>(Tuples{std::move(table), {1, 1, 1, 1}, 4});
    return models::Classes(
        tuples, 1,
        std::make_shared<models::Sensitive>(models::make_sensitive("ailment", ailments, nullptr, {1, 1, 1, 1}, false)));
}

// Example 9: before 1/4, after 1/2; A4 holds, so the anonymization is bounded by 1/k - 1/|R| = 1/4 (equation 6).
TEST(Belief, Figure1) {
    const BeliefReport report = beliefs_of(figure_1(), {});
    EXPECT_EQ(report.highest_before.exact, "1/4");
    EXPECT_EQ(report.highest_after.exact, "1/2");
    EXPECT_EQ(report.largest_move.exact, "1/4");
    EXPECT_TRUE(report.values_unique);
    EXPECT_EQ(report.certain, 0u);
    EXPECT_EQ(report.before[2], 4u);  // up to 30 %
    EXPECT_EQ(report.after[4], 4u);   // up to 50 %
    EXPECT_DOUBLE_EQ(report.average_after, 0.5);
}

// Example 10 says that Fig. 1 is (1, 2)-diverse, and section 4.2 that ruling out l - 1 = 1 values leaves at most c / (1
// + c) = 1/2. It does not: with one of two values ruled out, the other is certain. (l - 2 is right.)
TEST(Belief, PruningOneOfTwoValuesLeavesTheOther) {
    const BeliefReport report = beliefs_of(figure_1(), {1});
    EXPECT_EQ(report.highest_after.exact, "1");
    EXPECT_EQ(report.certain, 4u);
}

// Five records: x x x y z in one class of a table in which x holds half.
TEST(Belief, PruningTakesTheMostFrequentOthers) {
    Table table;
    const auto groups = std::make_shared<const Domain>(Domain::of_text({"a", "b"}));
    const auto values = std::make_shared<const Domain>(Domain::of_text({"x", "y", "z"}));
    table.add("g", Column(groups, std::vector<Code>{0, 0, 0, 1, 1, 1}));
    table.add("v", Column(values, std::vector<Code>{0, 1, 2, 0, 1, 2}));
    auto tuples = std::make_shared<Tuples>(Tuples{std::move(table), {3, 1, 1, 2, 1, 2}, 10});
    const models::Classes classes(
        tuples, 1, std::make_shared<models::Sensitive>(models::make_sensitive("v", values, nullptr, {5, 2, 3}, false)));
    const BeliefReport plain = beliefs_of(classes, {});
    EXPECT_EQ(plain.highest_after.exact, "3/5");
    EXPECT_FALSE(plain.values_unique);
    // x in the first class: 1/2 before, 3/5 after; z in the second: 3/10 and 2/5; nothing moves by more.
    EXPECT_EQ(plain.largest_move.exact, "1/10");
    const BeliefReport pruned = beliefs_of(classes, {1});
    EXPECT_EQ(pruned.highest_after.exact, "3/4");  // x of the first class without y or z
}

}  // namespace belief_test
}  // namespace scrim::audit

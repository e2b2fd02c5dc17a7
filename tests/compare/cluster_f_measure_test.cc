#include "tests/compare/small_comparison.h"

namespace scrim::test {
namespace cluster_f_measure_test {

// Five clusters of ages and letters, far from each other.
std::vector<std::vector<Code>> five_clusters() {
    std::vector<std::vector<Code>> rows;
    for (const Code middle : {2, 12, 22, 32, 42})
        for (Code i = 0; i < 6; ++i) rows.push_back({middle + i % 3, middle / 10});
    return rows;
}

TEST(ClusterFMeasure, FindsTheOriginalsClusters) {
    const std::vector<Attribute> attributes = {numbers_below("age", 50), letters_below("l", 5)};
    Comparison exact = exact_comparison(attributes, five_clusters());
    EXPECT_EQ(measured(exact, "cluster_f_measure").value, 1);
    EXPECT_EQ(figure(measured(exact, "cluster_f_measure").details, "clusters"), 5);

    // Ages to tens: the clusters are as they were.
    Comparison tens = exact;
    tens.release = {};
    for (const auto& row : five_clusters()) {
        const Code lo = row[0] / 10 * 10;
        add_record(tens.release, {{lo, lo + 10}, Span::of(row[1])});
    }
    EXPECT_EQ(measured(tens, "cluster_f_measure").value, 1);

    // Nothing is told: all records are in one.
    Comparison blank = exact;
    blank.release = {};
    for (std::size_t i = 0; i < 30; ++i) add_record(blank.release, {{0, 50}, {0, 5}});
    const compare::Measured nothing = measured(blank, "cluster_f_measure");
    EXPECT_EQ(nothing.value, figure(nothing.references, "one cluster"));
    EXPECT_NEAR(nothing.value, 2.0 * 6 / 36, 1e-12);
}

// Two clusters merged: each of the five has a sixth of the merged one, or all of its own.
TEST(ClusterFMeasure, OfTwoClustersThatTheReleaseTakesForOne) {
    Comparison comparison = exact_comparison({numbers_below("age", 50)}, {});
    for (const auto& row : five_clusters()) add_original(comparison, {row[0]});
    for (const auto& row : five_clusters())
        add_record(comparison.release, {row[0] < 20 ? Span{0, 20} : Span::of(row[0])});
    const double found = measured(comparison, "cluster_f_measure").value;
    EXPECT_GT(found, 0.7);
    EXPECT_LT(found, 0.95);
}

TEST(ClusterFMeasure, IsNotMeasuredWithoutQuasiIdentifiersOrDifferentRecords) {
    Comparison none = exact_comparison({letters_below("l", 3, false)}, {{0}, {1}, {2}});
    EXPECT_FALSE(compare::find_comparison("cluster_f_measure")->measure(none).has_value());
    Comparison equal = exact_comparison({letters_below("l", 3)}, {{1}, {1}});
    EXPECT_FALSE(compare::find_comparison("cluster_f_measure")->measure(equal).has_value());
}

}  // namespace cluster_f_measure_test
}  // namespace scrim::test

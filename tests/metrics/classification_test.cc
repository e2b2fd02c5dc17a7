#include "tests/metrics/properties.h"

#include <gtest/gtest.h>

#include <array>

namespace scrim::test {
namespace classification_test {

std::optional<double> slow_classification(const GeneralizedTable& table) {
    double charged = 0;
    for (const auto& record : table.records) charged += record.suppressed ? 1 : 0;
    for (const auto& one : table.classes()) {
        std::array<double, 3> votes{};
        for (const auto& record : one) ++votes[record.target];
        charged += static_cast<double>(one.size()) - *std::max_element(votes.begin(), votes.end());
    }
    return charged / static_cast<double>(table.records.size());
}

TEST(Classification, equals_its_slow_twin) { expect_equals("classification", slow_classification); }

TEST(Classification, charges_minorities_and_suppressed_records) {
    const Span all{0, 2};
    const GeneralizedTable table{{letters(2)},
                                 {{{0}, {all}, 1}, {{0}, {all}, 1}, {{1}, {all}, 0}, {{1}, {all}, 0, true}}};
    EXPECT_EQ(table.measure("classification"), 2.0 / 4);
    EXPECT_EQ(released_exactly(table).measure("classification"), 0);
    EXPECT_EQ(suppressed_entirely(table).measure("classification"), 1);
}

TEST(Classification, needs_a_target) {
    metrics::MetricInput input = GeneralizedTable{{letters(2)}, {{{0}, {{0, 1}}}}}.input();
    input.class_majorities.clear();
    EXPECT_EQ(metrics::find_metric("classification")->measure(input), std::nullopt);
}

}  // namespace classification_test
}  // namespace scrim::test

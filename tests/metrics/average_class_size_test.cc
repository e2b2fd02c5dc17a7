#include "tests/metrics/properties.h"

#include <gtest/gtest.h>

namespace scrim::test {
namespace average_class_size_test {

std::optional<double> slow_average_class_size(const GeneralizedTable& table) {
    const auto classes = table.classes();
    if (classes.empty()) return std::nullopt;
    double released = 0;
    for (const auto& record : table.records) released += record.suppressed ? 0 : 1;
    return released / static_cast<double>(classes.size()) / static_cast<double>(table.k);
}

TEST(AverageClassSize, equals_its_slow_twin) { expect_equals("average_class_size", slow_average_class_size); }

TEST(AverageClassSize, is_1_where_every_class_has_k_records) {
    metrics::MetricInput input;
    input.rows = input.original_rows = 10;
    input.k = 5;
    input.class_sizes = {5, 5};
    EXPECT_EQ(metrics::find_metric("average_class_size")->measure(input), 1);
    input.class_sizes = {10};
    EXPECT_EQ(metrics::find_metric("average_class_size")->measure(input), 2);
}

TEST(AverageClassSize, says_nothing_about_an_empty_release) {
    const GeneralizedTable table{{letters(2)}, {{{0}, {{0, 1}}}}};
    EXPECT_EQ(suppressed_entirely(table).measure("average_class_size"), std::nullopt);
}

}  // namespace average_class_size_test
}  // namespace scrim::test

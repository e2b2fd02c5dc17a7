#include "tests/metrics/properties.h"

#include <gtest/gtest.h>

namespace scrim::test {
namespace k_deviation_test {

std::optional<double> slow_k_deviation(const GeneralizedTable& table) {
    double sum = 0;
    double released = 0;
    for (const auto& record : table.records) {
        if (record.suppressed) continue;
        double achieved = 0;
        for (const auto& other : table.records)
            achieved += !other.suppressed && other.printed == record.printed ? 1 : 0;
        sum += achieved - static_cast<double>(table.k);
        released += 1;
    }
    if (released == 0) return std::nullopt;
    return sum / released;
}

TEST(KDeviation, equals_its_slow_twin) { expect_equals("k_deviation", slow_k_deviation); }

TEST(KDeviation, is_0_where_every_class_has_k_records) {
    metrics::MetricInput input;
    input.rows = input.original_rows = 10;
    input.k = 5;
    input.class_sizes = {5, 5};
    EXPECT_EQ(metrics::find_metric("k_deviation")->measure(input), 0);
    input.class_sizes = {10};
    EXPECT_EQ(metrics::find_metric("k_deviation")->measure(input), 5);
    input.class_sizes = {4, 6};  // four records lack one, six have one too many
    EXPECT_EQ(metrics::find_metric("k_deviation")->measure(input), 0.2);
}

TEST(KDeviation, says_nothing_about_an_empty_release) {
    const GeneralizedTable table{{letters(2)}, {{{0}, {{0, 1}}}}};
    EXPECT_EQ(suppressed_entirely(table).measure("k_deviation"), std::nullopt);
}

}  // namespace k_deviation_test
}  // namespace scrim::test

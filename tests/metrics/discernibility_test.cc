#include "tests/metrics/properties.h"

#include <gtest/gtest.h>

namespace scrim::test {
namespace discernibility_test {

// Each record is charged once for every record that it cannot be told from, itself included.
std::optional<double> slow_discernibility(const GeneralizedTable& table) {
    double charged = 0;
    for (const auto& record : table.records)
        for (const auto& other : table.records)
            charged += record.suppressed || (!other.suppressed && other.printed == record.printed) ? 1 : 0;
    return charged;
}

TEST(Discernibility, equals_its_slow_twin) { expect_equals("discernibility", slow_discernibility); }

TEST(Discernibility, runs_from_n_to_n_squared) {
    const GeneralizedTable table{{letters(3)}, {{{0}, {{0, 3}}}, {{1}, {{0, 3}}}, {{2}, {{0, 3}}}}};
    EXPECT_EQ(released_exactly(table).measure("discernibility"), 3);
    EXPECT_EQ(table.measure("discernibility"), 9);
    EXPECT_EQ(suppressed_entirely(table).measure("discernibility"), 9);
}

TEST(Discernibility, of_classes_and_suppressed_records) {
    metrics::MetricInput input;
    input.class_sizes = {2, 3};
    input.rows = 5;
    input.original_rows = 7;
    EXPECT_EQ(metrics::find_metric("discernibility")->measure(input), 4 + 9 + 2 * 7);
}

}  // namespace discernibility_test
}  // namespace scrim::test

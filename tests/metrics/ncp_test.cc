#include "tests/metrics/properties.h"

#include <gtest/gtest.h>

namespace scrim::test {
namespace ncp_test {

std::optional<double> slow_ncp(const GeneralizedTable& table) {
    double sum = 0;
    for (const auto& record : table.records)
        for (std::size_t a = 0; a < table.attributes.size(); ++a) {
            const double values = table.attributes[a].domain->size();
            if (record.suppressed)
                sum += 1;
            else if (values > 1)
                sum += (record.printed[a].width() - 1) / (values - 1);
        }
    return sum / static_cast<double>(table.records.size() * table.attributes.size());
}

TEST(Ncp, equals_its_slow_twin) { expect_equals("ncp", slow_ncp); }
TEST(Ncp, is_0_for_an_exact_release_and_1_for_a_suppressed_one) { expect_ends("ncp", 0, 1); }
TEST(Ncp, never_improves_when_a_cell_widens) { expect_never_improves_cell_by_cell("ncp"); }

TEST(Ncp, weighs_a_span_by_its_width) {
    const GeneralizedTable table{{letters(5), letters(3)}, {{{0, 0}, {{0, 3}, {0, 1}}}, {{4, 2}, {{4, 5}, {1, 3}}}}};
    EXPECT_DOUBLE_EQ(*table.measure("ncp"), (2.0 / 4 + 0 + 0 + 1.0 / 2) / 4);
}

TEST(Ncp, charges_nothing_for_printing_the_only_value) {
    const GeneralizedTable table{{letters(1)}, {{{0}, {{0, 1}}}}};
    EXPECT_EQ(table.measure("ncp"), 0);
}

TEST(Ncp, counts_records_that_were_added_to_the_release) {
    metrics::MetricInput input = GeneralizedTable{{letters(3)}, {{{0}, {{0, 2}}}}}.input();
    input.original_rows = 0;  // a counterfeit: more records than the original had
    EXPECT_DOUBLE_EQ(*metrics::find_metric("ncp")->measure(input), 0.5);
}

TEST(Ncp, sums_beyond_64_bits) {
    metrics::MetricInput input = GeneralizedTable{{letters(3)}, {{{0}, {{0, 3}}}}}.input();
    input.rows = input.original_rows = UINT64_MAX;
    input.attributes[0].counts = {UINT64_MAX};
    EXPECT_DOUBLE_EQ(*metrics::find_metric("ncp")->measure(input), 1);
}

}  // namespace ncp_test
}  // namespace scrim::test

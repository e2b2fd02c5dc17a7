#include "tests/metrics/properties.h"

#include <gtest/gtest.h>

namespace scrim::test {
namespace {

constexpr int tables = 300;
constexpr double rounding = 1e-12;

void expect_no_better(std::string_view metric, const GeneralizedTable& before, const GeneralizedTable& after) {
    const double sign = metrics::find_metric(metric)->lower_is_better ? 1 : -1;
    EXPECT_GE(sign * *after.measure(metric), sign * *before.measure(metric) - rounding) << metric;
}

}  // namespace

void expect_equals(std::string_view metric, std::optional<double> (*oracle)(const GeneralizedTable&)) {
    std::mt19937_64 random(2006);
    for (int i = 0; i < tables; ++i) {
        const GeneralizedTable table = random_table(random);
        const auto expected = oracle(table);
        const auto measured = table.measure(metric);
        ASSERT_EQ(measured.has_value(), expected.has_value()) << metric << ", table " << i;
        if (expected) {
            ASSERT_NEAR(*measured, *expected, rounding * std::max(1.0, *expected)) << metric << ", table " << i;
        }
    }
}

void expect_ends(std::string_view metric, double exact, double suppressed) {
    std::mt19937_64 random(1998);
    for (int i = 0; i < tables; ++i) {
        const GeneralizedTable table = random_table(random);
        EXPECT_DOUBLE_EQ(*released_exactly(table).measure(metric), exact) << metric << ", table " << i;
        EXPECT_DOUBLE_EQ(*suppressed_entirely(table).measure(metric), suppressed) << metric << ", table " << i;
    }
}

void expect_never_improves_cell_by_cell(std::string_view metric) {
    std::mt19937_64 random(2010);
    for (int i = 0; i < tables; ++i) {
        const GeneralizedTable before = random_table(random);
        const Code row = draw(random, 0, static_cast<Code>(before.records.size()) - 1);
        const Code column = draw(random, 0, static_cast<Code>(before.attributes.size()) - 1);

        GeneralizedTable wider = before;
        Span& span = wider.records[row].printed[column];
        if (span.lo > 0) --span.lo;
        if (span.hi < before.attributes[column].domain->size()) ++span.hi;
        expect_no_better(metric, before, wider);

        GeneralizedTable fewer = before;
        fewer.records[row].suppressed = true;
        expect_no_better(metric, before, fewer);
    }
}

}  // namespace scrim::test

#include "tests/metrics/properties.h"

#include <gtest/gtest.h>

namespace scrim::test {
namespace iloss_test {

std::optional<double> slow_iloss(const GeneralizedTable& table) {
    double sum = 0;
    for (const auto& record : table.records)
        for (std::size_t a = 0; a < table.attributes.size(); ++a) {
            const double values = table.attributes[a].domain->size();
            const double printed = record.suppressed ? values : record.printed[a].width();
            sum += (printed - 1) / values;
        }
    return sum / static_cast<double>(table.records.size() * table.attributes.size());
}

TEST(Iloss, equals_its_slow_twin) { expect_equals("iloss", slow_iloss); }
TEST(Iloss, never_improves_when_a_cell_widens) { expect_never_improves_cell_by_cell("iloss"); }

// Fung, Wang, Chen, Yu 2010, section 4.1: ILoss(Artist) = (2 - 1) / 4 in Figure 3.
TEST(Iloss, of_artist_in_figure_3) {
    const auto job = jobs();
    const Code dancer = *job.domain->find("Dancer");
    const GeneralizedTable table{{job}, {{{dancer}, {*job.hierarchy->find("Artist")}}}};
    EXPECT_EQ(table.measure("iloss"), 0.25);
}

TEST(Iloss, is_0_for_an_exact_release_and_below_1_for_a_suppressed_one) {
    const GeneralizedTable table{{letters(4), letters(10)}, {{{1, 2}, {{0, 4}, {0, 10}}}}};
    EXPECT_EQ(released_exactly(table).measure("iloss"), 0);
    EXPECT_DOUBLE_EQ(*suppressed_entirely(table).measure("iloss"), (0.75 + 0.9) / 2);
    EXPECT_EQ(table.measure("iloss"), suppressed_entirely(table).measure("iloss"));
}

}  // namespace iloss_test
}  // namespace scrim::test

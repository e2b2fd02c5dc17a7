#include "tests/metrics/properties.h"

#include <gtest/gtest.h>

namespace scrim::test {
namespace precision_test {

// The lowest node over a span, by looking at all of them.
std::uint32_t steps(const hierarchy::Hierarchy& hierarchy, Span span) {
    std::uint32_t lowest = hierarchy.height();
    for (const hierarchy::Hierarchy::Node& node : hierarchy.nodes())
        if (node.span.covers(span)) lowest = std::min(lowest, node.height);
    return lowest;
}

std::optional<double> slow_precision(const GeneralizedTable& table) {
    double lost = 0;
    for (const auto& record : table.records)
        for (std::size_t a = 0; a < table.attributes.size(); ++a) {
            const hierarchy::Hierarchy* hierarchy = table.attributes[a].hierarchy.get();
            if (record.suppressed)
                lost += 1;
            else if (hierarchy == nullptr)
                lost += record.printed[a].width() > 1 ? 1 : 0;
            else if (hierarchy->height() > 0)
                lost += static_cast<double>(steps(*hierarchy, record.printed[a])) / hierarchy->height();
        }
    return 1 - lost / static_cast<double>(table.records.size() * table.attributes.size());
}

TEST(Precision, equals_its_slow_twin) { expect_equals("precision", slow_precision); }
TEST(Precision, is_1_for_an_exact_release_and_0_for_a_suppressed_one) { expect_ends("precision", 1, 0); }
TEST(Precision, never_improves_when_a_cell_widens) { expect_never_improves_cell_by_cell("precision"); }

TEST(Precision, counts_levels_of_the_hierarchy) {
    const auto job = jobs();
    const Span artist = *job.hierarchy->find("Artist");
    const GeneralizedTable table{{job}, {{{artist.lo}, {artist}}, {{0}, {job.domain->whole()}}, {{0}, {{0, 1}}}}};
    EXPECT_DOUBLE_EQ(*table.measure("precision"), 1 - (0.5 + 1 + 0) / 3);
}

TEST(Precision, charges_a_run_that_is_no_node_as_the_lowest_node_over_it) {
    const auto job = jobs();
    const GeneralizedTable across{{job}, {{{1}, {{1, 3}}}}};  // half of Professional and half of Artist
    EXPECT_DOUBLE_EQ(*across.measure("precision"), 0);
}

}  // namespace precision_test
}  // namespace scrim::test

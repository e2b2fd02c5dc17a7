#include "tests/metrics/properties.h"

#include <gtest/gtest.h>

namespace scrim::test {
namespace minimal_distortion_test {

// Climbs from a leaf to the first node over the span, then takes the longest way down from there.
std::uint32_t steps(const hierarchy::Hierarchy& hierarchy, Code original, Span span) {
    hierarchy::Hierarchy::NodeId node = hierarchy.leaf(original);
    while (!hierarchy.nodes()[node].span.covers(span)) node = hierarchy.nodes()[node].parent;
    return hierarchy.nodes()[node].height;
}

std::optional<double> slow_minimal_distortion(const GeneralizedTable& table) {
    double charged = 0;
    for (const auto& record : table.records)
        for (std::size_t a = 0; a < table.attributes.size(); ++a) {
            const hierarchy::Hierarchy* hierarchy = table.attributes[a].hierarchy.get();
            if (hierarchy == nullptr)
                charged += record.suppressed || record.printed[a].width() > 1 ? 1 : 0;
            else if (record.suppressed)
                charged += hierarchy->height();
            else
                charged += steps(*hierarchy, record.original[a], record.printed[a]);
        }
    return charged;
}

TEST(MinimalDistortion, equals_its_slow_twin) { expect_equals("minimal_distortion", slow_minimal_distortion); }
TEST(MinimalDistortion, never_improves_when_a_cell_widens) { expect_never_improves_cell_by_cell("minimal_distortion"); }

// Fung, Wang, Chen, Yu 2010, section 4.1: ten engineers to Professional cost 10 units, and another 10 to ANY Job.
TEST(MinimalDistortion, of_ten_engineers) {
    const auto job = jobs();
    GeneralizedTable table{{job}, {}};
    const Code engineer = *job.domain->find("Engineer");
    const auto print = [&](Span span) { table.records.assign(10, {{engineer}, {span}}); };

    print(Span::of(engineer));
    EXPECT_EQ(table.measure("minimal_distortion"), 0);
    print(*job.hierarchy->find("Professional"));
    EXPECT_EQ(table.measure("minimal_distortion"), 10);
    print(*job.hierarchy->find("ANY Job"));
    EXPECT_EQ(table.measure("minimal_distortion"), 20);
    EXPECT_EQ(suppressed_entirely(table).measure("minimal_distortion"), 20);
}

}  // namespace minimal_distortion_test
}  // namespace scrim::test

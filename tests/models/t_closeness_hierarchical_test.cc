#include "tests/models/example.h"
#include "tests/models/random_table.h"

#include <algorithm>

namespace scrim::models {
namespace t_closeness_hierarchical_test {

// As in the t-closeness paper, with two levels.
hierarchy::Hierarchy diseases() {
    return *hierarchy::Hierarchy::from_paths({{"flu", "respiratory", "*"},
                                              {"pneumonia", "respiratory", "*"},
                                              {"bronchitis", "respiratory", "*"},
                                              {"ulcer", "digestive", "*"},
                                              {"gastritis", "digestive", "*"},
                                              {"cancer", "digestive", "*"}});
}

TEST(TClosenessHierarchical, ByHand) {
    const hierarchy::Hierarchy hierarchy = diseases();
    const Sensitive disease = attribute_of(hierarchy, {1, 1, 1, 1, 1, 1});
    // Half of the class must go all the way over the root.
    const Example respiratory = class_of(disease, {{"flu", 1}, {"pneumonia", 1}, {"bronchitis", 1}});
    EXPECT_EQ(level("t_closeness_hierarchical", respiratory), Ratio(1, 2));
    // A third on either side moves among neighbors, at half the distance.
    const Example spread = class_of(disease, {{"flu", 1}, {"gastritis", 1}});
    EXPECT_EQ(level("t_closeness_hierarchical", spread), Ratio(1, 3));
    EXPECT_EQ(level("t_closeness_equal", spread), Ratio(2, 3));
    EXPECT_EQ(decide("t_closeness_hierarchical", spread, {{"t", "1/3"}}), Verdict::holds);
    EXPECT_EQ(decide("t_closeness_hierarchical", spread, {{"t", "0.3333"}}), Verdict::fails);
}

TEST(TClosenessHierarchical, FlatHierarchyIsTheEqualDistance) {
    const hierarchy::Hierarchy flat =
        hierarchy::Hierarchy::flat(std::make_shared<Domain>(Domain::of_text({"a", "b", "c"})));
    const Sensitive disease = attribute_of(flat, {1, 5, 3});
    for (const Bars& bars : {Bars{{"a", 1}}, Bars{{"a", 1}, {"c", 2}}, Bars{{"b", 4}, {"c", 1}}}) {
        const Example group = class_of(disease, bars);
        EXPECT_EQ(level("t_closeness_hierarchical", group), level("t_closeness_equal", group));
    }
}

TEST(TClosenessHierarchical, AgreesWithTransport) {
    std::mt19937_64 random(13);
    for (int round = 0; round < 400; ++round) {
        const RandomTable table(random);
        const auto nodes = table.hierarchy.nodes();
        const Code n = table.attribute.domain->size();
        Distances distance(n, std::vector<std::int64_t>(n, 0));
        for (Code i = 0; i < n; ++i)
            for (Code j = 0; j < n; ++j)
                distance[i][j] = nodes[table.hierarchy.covering({std::min(i, j), std::max(i, j) + 1})].height;
        const std::int64_t height = std::max(table.hierarchy.height(), 1u);
        for (const Example& example : table.classes)
            ASSERT_EQ(level("t_closeness_hierarchical", example), transport_distance(example, distance, height));
    }
}

}  // namespace t_closeness_hierarchical_test
}  // namespace scrim::models

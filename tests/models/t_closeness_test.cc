#include "tests/models/example.h"
#include "tests/models/random_table.h"

namespace scrim::models {
namespace t_closeness_test {

// The hierarchy if there is one, else the order, else equal distance.
TEST(TCloseness, TakesTheDistanceThatSuits) {
    std::mt19937_64 random(11);
    for (int round = 0; round < 100; ++round) {
        const RandomTable table(random);
        for (Example example : table.classes) {
            EXPECT_EQ(level("t_closeness", example), level("t_closeness_hierarchical", example));
            Sensitive attribute = table.attribute;
            attribute.hierarchy = nullptr;
            attribute.ordered = true;
            example.attribute = &attribute;
            EXPECT_EQ(level("t_closeness", example), level("t_closeness_ordered", example));
            attribute.ordered = false;
            EXPECT_EQ(level("t_closeness", example), level("t_closeness_equal", example));
        }
    }
}

TEST(TCloseness, IsDecidedByItsThreshold) {
    const Sensitive disease = text_attribute({{"Flu", 95}, {"HIV", 5}});
    const Example group = class_of(disease, {{"Flu", 1}, {"HIV", 1}});
    EXPECT_EQ(decide("t_closeness", group, {{"t", "0.45"}}), Verdict::holds);
    EXPECT_EQ(decide("t_closeness", group, {{"t", "0.44"}}), Verdict::fails);
}

}  // namespace t_closeness_test
}  // namespace scrim::models

#include "tests/models/example.h"

namespace scrim::models {
namespace epsilon_distinctness_test {

hierarchy::Hierarchy diseases() {
    return *hierarchy::Hierarchy::from_paths({{"flu", "lungs", "*"},
                                              {"asthma", "lungs", "*"},
                                              {"bronchitis", "lungs", "*"},
                                              {"ulcer", "stomach", "*"},
                                              {"gastritis", "stomach", "*"},
                                              {"eczema", "skin", "*"}});
}

Levels levels(const Example& group, const Given& given = {}) {
    return model("epsilon_distinctness", given)->measure(group.view());
}

TEST(EpsilonDistinctness, CategoriesAndValues) {
    const hierarchy::Hierarchy hierarchy = diseases();
    const Sensitive disease = attribute_of(hierarchy, {3, 3, 3, 3, 3, 3});
    const Example four = class_of(disease, {{"flu", 1}, {"asthma", 1}, {"ulcer", 1}, {"gastritis", 1}});
    EXPECT_EQ(levels(four)[0], Ratio(2));
    EXPECT_EQ(levels(four)[1], Ratio(2));
    EXPECT_EQ(decide("epsilon_distinctness", four, {{"lambda", "2"}, {"tau", "2"}}), Verdict::holds);
    EXPECT_EQ(decide("epsilon_distinctness", four, {{"lambda", "3"}}), Verdict::fails);
    // One value of skin: three categories, and one of them has a single value.
    const Example five = class_of(disease, {{"flu", 1}, {"asthma", 1}, {"ulcer", 1}, {"gastritis", 1}, {"eczema", 1}});
    EXPECT_EQ(levels(five)[0], Ratio(3));
    EXPECT_EQ(levels(five)[1], Ratio(1));
    // A value twice.
    EXPECT_EQ(levels(class_of(disease, {{"flu", 2}, {"ulcer", 1}}))[0], Ratio(0));
    // At the top everything is one category; at the bottom every value is its own.
    EXPECT_EQ(levels(five, {{"level", "9"}})[0], Ratio(1));
    EXPECT_EQ(levels(five, {{"level", "9"}})[1], Ratio(5));
}

}  // namespace epsilon_distinctness_test
}  // namespace scrim::models

#include "tests/models/example.h"

namespace scrim::models {
namespace l_diversity_recursive_inclusive_test {

// 001 Example 10: the table of Fig. 1 satisfies recursive (1, 2)-diversity, with equality.
TEST(LDiversityRecursiveInclusive, DeutschFigure1) {
    const Sensitive ailment = text_attribute({{"flu", 1}, {"pneumonia", 1}, {"cold", 1}, {"bronchitis", 1}});
    for (const Bars& bars : {Bars{{"flu", 1}, {"pneumonia", 1}}, Bars{{"cold", 1}, {"bronchitis", 1}}}) {
        const Example group = class_of(ailment, bars);
        EXPECT_EQ(decide("l_diversity_recursive_inclusive", group, {{"c", "1"}, {"l", "2"}}), Verdict::holds);
        EXPECT_EQ(decide("l_diversity_recursive_inclusive", group, {{"c", "0.999"}, {"l", "2"}}), Verdict::fails);
    }
}

TEST(LDiversityRecursiveInclusive, DiffersFromTheStrictOneOnlyAtTheBoundary) {
    const PatientTable patients;
    EXPECT_EQ(level("l_diversity_recursive_inclusive", patients.artists),
              level("l_diversity_recursive", patients.artists));
    EXPECT_EQ(decide("l_diversity_recursive_inclusive", patients.artists, {{"c", "3"}}), Verdict::holds);
    EXPECT_EQ(decide("l_diversity_recursive", patients.artists, {{"c", "3"}}), Verdict::fails);
}

TEST(LDiversityRecursiveInclusive, TooFewValuesHoldForNoC) {
    const Sensitive disease = text_attribute({{"a", 5}});
    EXPECT_EQ(decide("l_diversity_recursive_inclusive", class_of(disease, {{"a", 1}}), {{"c", "1e30"}}),
              Verdict::fails);
}

}  // namespace l_diversity_recursive_inclusive_test
}  // namespace scrim::models

#include "tests/models/example.h"

namespace scrim {
namespace {

TEST(LDiversityDistinct, PatientTable) {
    const PatientTable patients;
    EXPECT_EQ(level("l_diversity_distinct", patients.professionals), Ratio(2));
    EXPECT_EQ(level("l_diversity_distinct", patients.artists), Ratio(2));
    EXPECT_EQ(decide("l_diversity_distinct", patients.artists, {{"l", "2"}}), Verdict::holds);
    EXPECT_EQ(decide("l_diversity_distinct", patients.artists, {{"l", "3"}}), Verdict::fails);
}

TEST(LDiversityDistinct, NullIsAValue) {
    const Sensitive disease = text_attribute({{"flu", 1}, {"NULL", 1}});
    EXPECT_EQ(level("l_diversity_distinct", class_of(disease, {{"flu", 1}, {"NULL", 1}})), Ratio(2));
}

}  // namespace
}  // namespace scrim

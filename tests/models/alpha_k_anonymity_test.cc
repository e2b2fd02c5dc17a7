#include "tests/models/example.h"

namespace scrim::models {
namespace alpha_k_anonymity_test {

TEST(AlphaKAnonymity, PatientTable) {
    const PatientTable patients;
    const Levels artists = model("alpha_k_anonymity")->measure(patients.artists.view());
    EXPECT_EQ(artists[0], Ratio(3, 4));
    EXPECT_EQ(artists[1], Ratio(4));
    EXPECT_EQ(decide("alpha_k_anonymity", patients.artists, {{"alpha", "0.75"}, {"k", "4"}}), Verdict::holds);
    EXPECT_EQ(decide("alpha_k_anonymity", patients.artists, {{"alpha", "0.7"}, {"k", "4"}}), Verdict::fails);
    EXPECT_EQ(decide("alpha_k_anonymity", patients.artists, {{"alpha", "0.75"}, {"k", "5"}}), Verdict::fails);
}

TEST(AlphaKAnonymity, OneThresholdAlone) {
    const PatientTable patients;
    EXPECT_EQ(decide("alpha_k_anonymity", patients.artists, {{"alpha", "0.75"}}), Verdict::holds);
    EXPECT_EQ(decide("alpha_k_anonymity", patients.artists, {{"k", "5"}}), Verdict::fails);
}

// A third is not 0.333…: the comparison is exact.
TEST(AlphaKAnonymity, Thirds) {
    const Sensitive disease = text_attribute({{"a", 1}, {"b", 1}, {"c", 1}});
    const Example even = class_of(disease, {{"a", 1}, {"b", 1}, {"c", 1}});
    EXPECT_EQ(decide("alpha_k_anonymity", even, {{"alpha", "1/3"}}), Verdict::holds);
    EXPECT_EQ(decide("alpha_k_anonymity", even, {{"alpha", "0.3333333333333333333333333333333333"}}), Verdict::fails);
}

}  // namespace alpha_k_anonymity_test
}  // namespace scrim::models

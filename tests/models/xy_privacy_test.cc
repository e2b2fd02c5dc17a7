#include "tests/models/example.h"

namespace scrim::models {
namespace xy_privacy_test {

TEST(XyPrivacy, RecordsAndConfidence) {
    const PatientTable patients;
    const Levels artists = model("xy_privacy")->measure(patients.artists.view());
    EXPECT_EQ(artists[0], Ratio(4));
    EXPECT_EQ(artists[1], Ratio(3, 4));
    EXPECT_EQ(decide("xy_privacy", patients.artists, {{"k", "4"}, {"h", "75%"}}), Verdict::holds);
    EXPECT_EQ(decide("xy_privacy", patients.artists, {{"k", "4"}, {"h", "74%"}}), Verdict::fails);
    EXPECT_EQ(decide("xy_privacy", patients.artists, {{"k", "5"}, {"h", "75%"}}), Verdict::fails);
}

TEST(XyPrivacy, OnlySelectedValuesAreProtected) {
    const PatientTable patients;
    const auto made = make_model(Requirement{"xy_privacy", {{"values", {{"Flu", "Hepatitis"}}}}});
    ASSERT_TRUE(made);
    EXPECT_EQ((*made)->measure(patients.artists.view())[1], Ratio(1, 4));
    EXPECT_EQ((*made)->measure(patients.professionals.view())[1], Ratio(2, 3));
}

TEST(XyPrivacy, RefusesValuesThatNobodyHas) {
    const PatientTable patients;
    const std::vector<const Sensitive*> attributes{&patients.disease};
    const auto checked = model("xy_privacy", {{"values", "Hepatitus"}})->check_attributes(attributes);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message,
              "xy_privacy: no sensitive attribute has the value 'Hepatitus', did you mean 'Hepatitis'?");
}

TEST(XyPrivacy, XAndYAreDisjoint) {
    EXPECT_EQ(refusal({"xy_privacy", {{"x", {{"job"}}}, {"y", {{"job"}}}}}),
              "xy_privacy: 'job' is in both x and y, which must have no column in common");
}

}  // namespace xy_privacy_test
}  // namespace scrim::models

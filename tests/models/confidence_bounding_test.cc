#include "tests/models/example.h"

namespace scrim::models {
namespace confidence_bounding_test {

// 004 §2.2: <QID -> HIV, 10%> is violated, because the confidence of inferring HIV is 75 % among the artists.
TEST(ConfidenceBounding, PatientTable) {
    const PatientTable patients;
    EXPECT_EQ(level("confidence_bounding", patients.artists, {{"value", "HIV"}}), Ratio(3, 4));
    EXPECT_EQ(level("confidence_bounding", patients.professionals, {{"value", "HIV"}}), Ratio(1, 3));
    EXPECT_EQ(decide("confidence_bounding", patients.artists, {{"value", "HIV"}, {"h", "10%"}}), Verdict::fails);
    EXPECT_EQ(decide("confidence_bounding", patients.artists, {{"value", "HIV"}, {"h", "75%"}}), Verdict::holds);
}

TEST(ConfidenceBounding, EveryValueByDefault) {
    const PatientTable patients;
    EXPECT_EQ(level("confidence_bounding", patients.professionals), Ratio(2, 3));
}

TEST(ConfidenceBounding, ValueThatTheClassLacks) {
    const PatientTable patients;
    EXPECT_EQ(level("confidence_bounding", patients.artists, {{"value", "Hepatitis"}}), Ratio(0));
}

TEST(ConfidenceBounding, SeveralValuesAndQuasiIdentifiers) {
    const PatientTable patients;
    const auto made = make_model(
        Requirement{"confidence_bounding", {{"value", {{"Flu", "HIV"}}}, {"qid", {{"job"}, {"sex", "age"}}}}});
    ASSERT_TRUE(made);
    EXPECT_EQ((*made)->measure(patients.professionals.view())[0], Ratio(1, 3));
    EXPECT_EQ((*made)->questions({"job", "sex", "age"}), (std::vector<Question>{{{"job"}, {}}, {{"sex", "age"}, {}}}));
}

// A misspelled value must not make an empty guarantee.
TEST(ConfidenceBounding, RefusesValuesThatNobodyHas) {
    const PatientTable patients;
    const Sensitive salary = number_attribute({{"30", 1}, {"40", 1}});
    const std::vector<const Sensitive*> one{&patients.disease}, two{&salary, &patients.disease};
    const auto misspelled = model("confidence_bounding", {{"value", "Hiv"}})->check_attributes(one);
    ASSERT_FALSE(misspelled);
    EXPECT_EQ(misspelled.error().message,
              "confidence_bounding: no sensitive attribute has the value 'Hiv', did you mean 'HIV'?");
    const auto unknown = model("confidence_bounding", {{"value", "Malaria"}})->check_attributes(one);
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().message,
              "confidence_bounding: no sensitive attribute has the value 'Malaria'; there are 'Flu', 'HIV', "
              "'Hepatitis'");
    EXPECT_TRUE(model("confidence_bounding", {{"value", "HIV"}})->check_attributes(two));
    EXPECT_TRUE(model("confidence_bounding")->check_attributes(one));
}

}  // namespace confidence_bounding_test
}  // namespace scrim::models

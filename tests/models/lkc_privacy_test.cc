#include "tests/models/example.h"

namespace scrim::models {
namespace lkc_privacy_test {

TEST(LkcPrivacy, RecordsAndConfidence) {
    const PatientTable patients;
    const Levels artists = model("lkc_privacy")->measure(patients.artists.view());
    EXPECT_EQ(artists[0], Ratio(4));
    EXPECT_EQ(artists[1], Ratio(3, 4));
    EXPECT_EQ(decide("lkc_privacy", patients.artists, {{"k", "4"}, {"c", "0.75"}}), Verdict::holds);
    EXPECT_EQ(decide("lkc_privacy", patients.artists, {{"k", "4"}, {"c", "0.7"}}), Verdict::fails);
    EXPECT_EQ(decide("lkc_privacy", patients.artists, {{"k", "5"}, {"c", "0.75"}}), Verdict::fails);
}

TEST(LkcPrivacy, AsksAboutEveryChoiceOfLColumns) {
    const std::vector<Question> pairs = {{{"job", "sex"}, {}}, {{"job", "age"}, {}}, {{"sex", "age"}, {}}};
    EXPECT_EQ(model("lkc_privacy")->questions({"job", "sex", "age"}), pairs);
    const std::vector<Question> singles = {{{"job"}, {}}, {{"sex"}, {}}, {{"age"}, {}}};
    EXPECT_EQ(model("lkc_privacy", {{"l", "1"}})->questions({"job", "sex", "age"}), singles);
}

TEST(LkcPrivacy, WhoMayKnowEverythingKnowsAllColumns) {
    const std::vector<Question> all = {{{"job", "sex"}, {}}};
    EXPECT_EQ(model("lkc_privacy", {{"l", "2"}})->questions({"job", "sex"}), all);
    EXPECT_EQ(model("lkc_privacy", {{"l", "9"}})->questions({"job", "sex"}), all);
    EXPECT_EQ(model("lkc_privacy")->questions({}), std::vector<Question>{Question{}});
}

}  // namespace lkc_privacy_test
}  // namespace scrim::models

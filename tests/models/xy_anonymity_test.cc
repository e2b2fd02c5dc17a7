#include "tests/models/example.h"

namespace scrim::models {
namespace xy_anonymity_test {

// 004 Example 2.4: three diseases per patient, so that six records are only two patients.
TEST(XyAnonymity, CountsPatientsNotRecords) {
    const Sensitive patients = text_attribute({{"p1", 3}, {"p2", 3}});
    const Example group = class_of(patients, {{"p1", 3}, {"p2", 3}});
    EXPECT_EQ(level("k_anonymity", group), Ratio(6));
    EXPECT_EQ(level("xy_anonymity", group), Ratio(2));
    EXPECT_EQ(decide("xy_anonymity", group, {{"k", "2"}}), Verdict::holds);
    EXPECT_EQ(decide("xy_anonymity", group, {{"k", "3"}}), Verdict::fails);
}

TEST(XyAnonymity, AsksAboutXAndY) {
    const auto made = make_model(Requirement{"xy_anonymity", {{"x", {{"job", "sex", "age"}}}, {"y", {{"pid"}}}}});
    ASSERT_TRUE(made);
    EXPECT_EQ((*made)->questions({"job"}), (std::vector<Question>{{{"job", "sex", "age"}, {"pid"}}}));
    EXPECT_EQ(model("xy_anonymity")->questions({"job"}), std::vector<Question>{Question{}});
}

TEST(XyAnonymity, XAndYAreDisjoint) {
    EXPECT_EQ(refusal({"xy_anonymity", {{"x", {{"job", "sex"}}}, {"y", {{"sex"}}}}}),
              "xy_anonymity: 'sex' is in both x and y, which must have no column in common");
}

TEST(XyAnonymity, NullIsAValue) {
    const Sensitive disease = text_attribute({{"flu", 1}, {"NULL", 1}});
    EXPECT_EQ(level("xy_anonymity", class_of(disease, {{"flu", 1}, {"NULL", 1}})), Ratio(2));
}

}  // namespace xy_anonymity_test
}  // namespace scrim::models

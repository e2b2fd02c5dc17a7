#include "tests/models/example.h"

namespace scrim::models {
namespace k_anonymity_test {

// 004 Table II(c) is 3-anonymous.
TEST(KAnonymity, PatientTable) {
    const PatientTable patients;
    EXPECT_EQ(level("k_anonymity", patients.professionals), Ratio(3));
    EXPECT_EQ(level("k_anonymity", patients.artists), Ratio(4));
    EXPECT_EQ(decide("k_anonymity", patients.professionals, {{"k", "3"}}), Verdict::holds);
    EXPECT_EQ(decide("k_anonymity", patients.professionals, {{"k", "4"}}), Verdict::fails);
}

TEST(KAnonymity, WithoutThresholdNothingIsAsked) { EXPECT_EQ(model("k_anonymity")->decide(sized(1)), Verdict::holds); }

// 004 Example 2.3: QID1 = {A, B} and QID2 = {C, D} are judged one by one.
TEST(KAnonymity, SeveralQuasiIdentifiers) {
    const auto made = make_model(Requirement{"k_anonymity", {{"k", {{"2"}}}, {"qid", {{"A", "B"}, {"C", "D"}}}}});
    ASSERT_TRUE(made);
    const std::vector<Question> expected = {{{"A", "B"}, {}}, {{"C", "D"}, {}}};
    EXPECT_EQ((*made)->questions({"A", "B", "C", "D"}), expected);
    EXPECT_EQ(model("k_anonymity")->questions({"A", "B"}), std::vector<Question>{Question{}});
}

}  // namespace k_anonymity_test
}  // namespace scrim::models

#include "tests/models/example.h"

namespace scrim::models {
namespace k_combinations_test {

TEST(KCombinations, CountsTheSmallestClass) {
    const PatientTable patients;
    EXPECT_EQ(model("k_combinations")->measure(patients.artists.view())[0], Ratio(4));
    EXPECT_EQ(decide("k_combinations", patients.artists, {{"k", "4"}}), Verdict::holds);
    EXPECT_EQ(decide("k_combinations", patients.artists, {{"k", "5"}}), Verdict::fails);
}

TEST(KCombinations, AsksAboutEveryChoiceOfMColumns) {
    const std::vector<Question> pairs = {{{"job", "sex"}, {}}, {{"job", "age"}, {}}, {{"sex", "age"}, {}}};
    EXPECT_EQ(model("k_combinations")->questions({"job", "sex", "age"}), pairs);
    const auto triples = model("k_combinations", {{"m", "3"}})->questions({"job", "sex", "age", "zip"});
    ASSERT_EQ(triples.size(), 4u);
    for (const Question& question : triples) EXPECT_EQ(question.x.size(), 3u);
    EXPECT_EQ(model("k_combinations")->questions({"job"}), (std::vector<Question>{{{"job"}, {}}}));
}

}  // namespace k_combinations_test
}  // namespace scrim::models

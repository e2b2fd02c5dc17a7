#include "tests/models/example.h"

namespace scrim::models {
namespace m_confidentiality_test {

TEST(MConfidentiality, ShareOfTheMostFrequentValue) {
    const Sensitive disease = text_attribute({{"flu", 3}, {"gastritis", 2}, {"NULL", 1}});
    // Two of five have the flu: 2/5 is at most 1/2, but not 1/3.
    const Example some = class_of(disease, {{"flu", 2}, {"gastritis", 2}, {"NULL", 1}});
    EXPECT_EQ(level("m_confidentiality", some), Ratio(5, 2));
    EXPECT_EQ(decide("m_confidentiality", some, {{"m", "2"}}), Verdict::holds);
    EXPECT_EQ(decide("m_confidentiality", some, {{"m", "3"}}), Verdict::fails);
    EXPECT_EQ(level("m_confidentiality", class_of(disease, {{"flu", 2}})), Ratio(1));
}

// Wong et al. bound the credibility of a set of values: whoever has HIV or cancer must not be told from the others.
TEST(MConfidentiality, ProtectedSet) {
    const Bars bars{{"HIV", 1}, {"cold", 1}, {"flu", 2}, {"ulcer", 1}};
    const Sensitive disease = text_attribute({{"HIV", 1}, {"cold", 1}, {"flu", 2}, {"ulcer", 2}});
    const Example group = class_of(disease, bars);
    const auto with = [](const std::vector<std::string>& set) {
        return *make_model(Requirement{"m_confidentiality", {{"m", {{"2"}}}, {"set", {set}}}});
    };
    EXPECT_EQ(with({"HIV"})->measure(group.view())[0], Ratio(5));
    EXPECT_EQ(with({"HIV", "flu"})->measure(group.view())[0], Ratio(5, 3));
    EXPECT_EQ(with({"HIV"})->decide(group.view()), Verdict::holds);
    EXPECT_EQ(with({"HIV", "flu"})->decide(group.view()), Verdict::fails);
    // Nobody of the class has any of them: nobody is believed to.
    EXPECT_EQ(with({"HIV"})->measure(class_of(disease, {{"flu", 1}}).view())[0], Ratio::infinity());
    EXPECT_EQ(with({"HIV"})->decide(class_of(disease, {{"flu", 1}}).view()), Verdict::holds);
    EXPECT_TRUE(model("m_confidentiality", {{"m", "2"}})->belief_bound().has_value());
    EXPECT_FALSE(with({"HIV"})->belief_bound().has_value()) << "flu may be certain";
    const std::vector<const Sensitive*> one{&disease};
    EXPECT_FALSE(with({"Hiv"})->check_attributes(one));
}

}  // namespace m_confidentiality_test
}  // namespace scrim::models

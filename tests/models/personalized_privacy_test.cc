#include "tests/models/example.h"

namespace scrim::models {
namespace personalized_privacy_test {

// 004 §2.2: Alice has HIV and guards "infectious"; Bob has HIV and does not mind.
class PersonalizedPrivacy : public testing::Test {
protected:
    Span node(const std::string& label) const { return hierarchy.find(label).value(); }
    void add(const std::string& value, Span guard) {
        example.guards.push_back({disease.domain->find(value).value(), guard, 1});
    }

    hierarchy::Hierarchy hierarchy = *hierarchy::Hierarchy::from_paths(
        {{"HIV", "infectious", "any"}, {"SARS", "infectious", "any"}, {"flu", "mild", "any"}, {"cold", "mild", "any"}});
    Sensitive disease = attribute_of(hierarchy, {2, 1, 1, 1});
    Example example = class_of(disease, {{"HIV", 2}, {"SARS", 1}, {"flu", 1}, {"cold", 1}});
};

TEST_F(PersonalizedPrivacy, ShareOfValuesBelowAGuardingNode) {
    add("HIV", node("infectious"));
    add("HIV", {});
    add("SARS", {});
    add("flu", node("flu"));
    add("cold", {});
    EXPECT_EQ(level("personalized_privacy", example), Ratio(3, 5));
    EXPECT_EQ(decide("personalized_privacy", example, {{"p", "0.6"}}), Verdict::holds);
    EXPECT_EQ(decide("personalized_privacy", example, {{"p", "0.59"}}), Verdict::fails);
}

TEST_F(PersonalizedPrivacy, WhoDoesNotMindIsNotProtected) {
    add("HIV", {});
    add("HIV", {});
    EXPECT_EQ(level("personalized_privacy", example), Ratio(0));
    add("SARS", node("SARS"));
    EXPECT_EQ(level("personalized_privacy", example), Ratio(1, 5));
}

TEST_F(PersonalizedPrivacy, GuardAtTheRootCannotBeMet) {
    add("cold", node("any"));
    EXPECT_EQ(level("personalized_privacy", example), Ratio(1));
}

TEST_F(PersonalizedPrivacy, MergingCanBreakIt) {
    Example alice = class_of(disease, {{"HIV", 1}, {"flu", 3}});
    alice.guards = {{disease.domain->find("HIV").value(), node("infectious"), 1}};
    const Example others = class_of(disease, {{"HIV", 4}});
    EXPECT_EQ(decide("personalized_privacy", alice, {{"p", "0.25"}}), Verdict::holds);
    EXPECT_EQ(decide("personalized_privacy", others, {{"p", "0.25"}}), Verdict::holds);
    EXPECT_EQ(decide("personalized_privacy", merged(alice, others), {{"p", "0.25"}}), Verdict::fails);
}

}  // namespace personalized_privacy_test
}  // namespace scrim::models

#include "methods/views/policy/privacy_policy_yaml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::views {
namespace privacy_policy_yaml_test {

using Choice = PolicyRule::Choice;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<PolicyRule> rules_of(const std::string& yaml) {
    const auto policy = parse_privacy_policy_yaml(yaml, "t.yaml");
    EXPECT_TRUE(policy.ok()) << policy.error().message;
    return policy ? policy->rules : std::vector<PolicyRule>();
}

std::string refusal(const std::string& yaml) {
    const auto policy = parse_privacy_policy_yaml(yaml, "t.yaml");
    EXPECT_FALSE(policy.ok()) << "accepted: " << yaml;
    if (policy) return "";
    EXPECT_EQ(policy.error().kind, Error::Kind::input);
    EXPECT_EQ(policy.error().message.find('\n'), std::string::npos);
    return policy.error().message;
}

// A rule whose further keys start on line 4.
std::string with(const std::string& keys) {
    return "since: day\nrules:\n  - purpose: p\n    " + keys + "\n    recipient: r\n";
}

TEST(PrivacyPolicyYaml, ReadsTheHospitalsPolicy) {
    const auto policy = parse_privacy_policy_yaml(R"(policy: hospital
since: admitted            # optional
rules:
  - purpose: treatment
    recipient: [nurse, doctor]
    attributes: {name: always, birth: opt_in}
    retention: 90 days
  - purpose: [research, teaching]
    recipient: lab
    attributes: [birth, disease]
    choice: opt_out
  - {purpose: billing, recipient: ours, attributes: disease, retention: none}
)",
                                                  "t.yaml");
    ASSERT_TRUE(policy.ok()) << policy.error().message;
    EXPECT_EQ(policy->name, "hospital");
    EXPECT_EQ(policy->since, "admitted");
    EXPECT_THAT(policy->rules, ElementsAre(PolicyRule{"treatment", "nurse", "name", Choice::always, "90 days"},
                                           PolicyRule{"treatment", "nurse", "birth", Choice::opt_in, "90 days"},
                                           PolicyRule{"treatment", "doctor", "name", Choice::always, "90 days"},
                                           PolicyRule{"treatment", "doctor", "birth", Choice::opt_in, "90 days"},
                                           PolicyRule{"research", "lab", "birth", Choice::opt_out, ""},
                                           PolicyRule{"research", "lab", "disease", Choice::opt_out, ""},
                                           PolicyRule{"teaching", "lab", "birth", Choice::opt_out, ""},
                                           PolicyRule{"teaching", "lab", "disease", Choice::opt_out, ""},
                                           PolicyRule{"billing", "ours", "disease", Choice::always, "0 days"}));
    const auto again = parse_privacy_policy_yaml(to_text(*policy), "again");
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(*again, *policy);
}

TEST(PrivacyPolicyYaml, NamesStayAsWritten) {
    const auto rules = rules_of("rules:\n  - {purpose: 'Émile’s care', recipient: true, attributes: [Name, name]}\n");
    EXPECT_THAT(rules,
                ElementsAre(PolicyRule{"Émile’s care", "true", "Name"}, PolicyRule{"Émile’s care", "true", "name"}));
}

TEST(PrivacyPolicyYaml, PeriodsAreNumbersOfUnits) {
    for (const std::string unit : {"hour", "hours", "day", "days", "week", "weeks", "month", "months", "year", "years"})
        EXPECT_EQ(rules_of(with("attributes: a\n    retention: 99999   " + unit)).at(0).retention, "99999 " + unit);
    for (const std::string bad : {"0 days", "-1 days", "1.5 days", "100000 days", "01 days", "90", "days", "90days",
                                  "90 DAYS", "90 days ago", "1 day 2 hours", "ninety days", "90 fortnights", "''"})
        EXPECT_THAT(refusal(with("attributes: a\n    retention: " + bad)),
                    HasSubstr("t.yaml:5: retention is 'none' (never shown) or a period; a period is a number"))
            << bad;
    EXPECT_THAT(refusal(with("attributes: a\n    retention: 90 yeers")), HasSubstr("did you mean 'years'?"));
    EXPECT_THAT(refusal(with("attributes: a\n    retention: [90 days]")), HasSubstr("not a list"));
    EXPECT_THAT(refusal(with("attributes: a\n    retention:")), HasSubstr("t.yaml:5: retention must be"));
}

TEST(PrivacyPolicyYaml, APeriodNeedsADate) {
    const std::string rule = "rules:\n  - {purpose: p, recipient: r, attributes: a, retention: ";
    EXPECT_THAT(refusal(rule + "3 weeks}"), HasSubstr("t.yaml:2: retention '3 weeks' has no date to count from; name "
                                                      "its column with since:"));
    EXPECT_EQ(rules_of(rule + "none}").at(0).retention, "0 days");
}

TEST(PrivacyPolicyYaml, SameRuleTwiceIsOneAndAContradictionIsRefused) {
    const std::string twice =
        "rules:\n  - {purpose: p, recipient: [r, s], attributes: [a, b]}\n"
        "  - purpose: p\n    recipient: s\n    attributes: ";
    EXPECT_EQ(rules_of(twice + "{b: always}").size(), 4u);
    EXPECT_THAT(refusal(twice + "{b: opt_in}"),
                HasSubstr("t.yaml:5: purpose 'p', recipient 's', attribute 'b' is opt_in without a time limit here but "
                          "always without a time limit on line 2; say it once"));
    EXPECT_THAT(refusal(twice + "{b: always}\n    retention: none"), HasSubstr("is always and never shown here"));
}

TEST(PrivacyPolicyYaml, RefusesUnknownKeys) {
    EXPECT_THAT(refusal("policy: a\nsinse: b\n"),
                HasSubstr("t.yaml:2: unknown key 'sinse' (accepted: policy, since, rules), did you mean 'since'?"));
    EXPECT_THAT(refusal(with("atributes: a")), HasSubstr("t.yaml:4: unknown key 'atributes'"));
    EXPECT_THAT(refusal(with("atributes: a")), HasSubstr("did you mean 'attributes'?"));
}

TEST(PrivacyPolicyYaml, RefusesWrongChoices) {
    EXPECT_THAT(refusal(with("attributes: {a: opt-in}")),
                HasSubstr("t.yaml:4: attribute 'a' must be always, opt_in or opt_out, not 'opt-in', did you mean "
                          "'opt_in'?"));
    EXPECT_THAT(refusal(with("attributes: {a}")),
                HasSubstr("attribute 'a' must be always, opt_in or opt_out, not empty"));
    EXPECT_THAT(refusal(with("attributes: [a]\n    choice: never")), HasSubstr("t.yaml:5: choice must be always"));
    EXPECT_THAT(refusal(with("attributes: {a: always}\n    choice: opt_in")),
                HasSubstr("t.yaml:5: choice is for a list"));
}

TEST(PrivacyPolicyYaml, RefusesIncompleteRules) {
    EXPECT_THAT(refusal(""), HasSubstr("t.yaml:1: a privacy policy must be a map of policy, since, rules, not empty"));
    EXPECT_THAT(refusal("policy: a\n"), HasSubstr("rules is missing"));
    EXPECT_THAT(refusal("rules: []\n"), HasSubstr("rules must be a list of rules, each after '- ', not an empty list"));
    EXPECT_THAT(refusal("rules:\n  - a\n"), HasSubstr("t.yaml:2: a rule must be a map"));
    EXPECT_THAT(refusal("rules:\n  - recipient: a\n"), HasSubstr("t.yaml:2: the rule has no purpose"));
    EXPECT_THAT(refusal("rules:\n  - purpose: a\n    attributes: b\n"), HasSubstr("the rule has no recipient"));
    EXPECT_THAT(refusal(with("retention: 1 day")), HasSubstr("the rule has no attributes"));
    EXPECT_THAT(refusal(with("attributes: []")), HasSubstr("t.yaml:4: attributes must be a name or a list of names"));
    EXPECT_THAT(refusal(with("attributes: {}")), HasSubstr("t.yaml:4: attributes must name an attribute"));
    EXPECT_THAT(refusal(with("attributes: [a, [b]]")), HasSubstr("attributes must hold names, not a list"));
}

TEST(PrivacyPolicyYaml, RefusesNamesThatNobodyCanAskFor) {
    EXPECT_THAT(refusal(with("attributes: ['']")), HasSubstr("t.yaml:4: attributes is empty"));
    EXPECT_THAT(refusal(with("attributes: {\"a\\tb\": always}")),
                HasSubstr("t.yaml:4: attribute 'a\\x09b' holds a control"));
    EXPECT_THAT(refusal("policy: ' a'\nrules: []\n"), HasSubstr("t.yaml:1: policy ' a' begins or ends with a space"));
    EXPECT_THAT(refusal("policy: a\nsince: [b]\n"),
                HasSubstr("t.yaml:2: since must be the name of a column, not a list"));
}

TEST(PrivacyPolicyYaml, RefusesMoreRulesThanAPolicyCanHave) {
    std::string list = "[x";
    for (int i = 0; i < 100; ++i) list += ", x" + std::to_string(i);
    list += "]";
    EXPECT_THAT(refusal("rules:\n  - {purpose: " + list + ", recipient: " + list + ", attributes: " + list + "}\n"),
                HasSubstr("t.yaml:2: the policy has more than 100,000 rules"));
}

TEST(PrivacyPolicyYaml, RefusesWhatIsNotPlainYaml) {
    EXPECT_THAT(refusal("rules: &a []\n"), HasSubstr("t.yaml:1: anchor 'a'"));
    EXPECT_THAT(refusal("policy: a\npolicy: b\n"), HasSubstr("t.yaml:2: 'policy' is named twice"));
}

}  // namespace privacy_policy_yaml_test
}  // namespace scrim::views

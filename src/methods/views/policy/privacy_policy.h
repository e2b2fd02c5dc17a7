// PrivacyPolicy: who may see which attribute, for which purpose, with whose consent and for how long, as rules that the
// database enforces. What no rule allows is not shown.
//
// A policy file is P3P 1.0 (p3p.h) or YAML (privacy_policy_yaml.h):
//
//   SCRIM_TRY(PrivacyPolicy policy, read_privacy_policy("hospital.xml"));
//   for (const PolicyRule& rule : policy.rules) …   // research, lab, birth, opt_in, "90 days"
//
// Query Processing with K-Anonymity, section 3: the Policy Translator.
#pragma once

#include "scrim/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace scrim::views {

struct PolicyRule {
    enum class Choice { always, opt_in, opt_out };

    std::string purpose, recipient, attribute;
    Choice choice = Choice::always;
    std::string retention = {};  // an SQL interval "90 days"; "0 days": never shown; "" no limit

    bool operator==(const PolicyRule&) const = default;
};

// No two rules have the same purpose, recipient and attribute.
struct PrivacyPolicy {
    std::string name;   // "" when the text gives none
    std::string since;  // column with the date from which retention counts, "" for none
    std::vector<PolicyRule> rules;

    bool operator==(const PrivacyPolicy&) const = default;
};

// "always", "opt_in" or "opt_out".
std::string_view choice_name(PolicyRule::Choice choice);

// The policy as YAML: parse_privacy_policy_yaml gives it again.
std::string to_text(const PrivacyPolicy& policy);

// Reads .xml as P3P, .yaml and .yml as YAML. A policy without a name is called like its file: "hospital".
Result<PrivacyPolicy> read_privacy_policy(const std::string& path);

}  // namespace scrim::views

// PolicyRules: collects the rules of one policy text, whatever its form, and refuses what cannot be enforced:
// contradictions, a period without a date to count from, names that no column or query can have.
//
//   PolicyRules rules("hospital.yaml");
//   SCRIM_CHECK(rules.add({"treatment", "nurse", "name"}, 4));  // said on line 4
//   return rules.finish("hospital", "admitted", "write since: and the column");
#pragma once

#include "methods/views/policy/privacy_policy.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace scrim::views {

constexpr std::size_t policy_size_limit = 1'000'000;  // bytes of a policy's text
constexpr std::size_t policy_rule_limit = 100'000;    // rules, each combination counted
constexpr std::size_t policy_name_limit = 255;        // bytes

constexpr const char* never_shown = "0 days";

// "name:line: message", the form of every message about a policy's text.
Error policy_error(const std::string& name, int line, std::string_view message);

// The following give messages without a place: the caller knows it.
Result<void> check_policy_name(std::string_view what, std::string_view text);
// "90 days" with one space, whatever stood between.
Result<std::string> parse_period(std::string_view text);

class PolicyRules {
public:
    explicit PolicyRules(std::string name_of_text) : name_(std::move(name_of_text)) {}

    // The same rule may be said again; a different one for the same purpose, recipient and attribute is refused.
    Result<void> add(PolicyRule rule, int line);
    // `how_to_name_since` ends the message about a period that no date begins.
    Result<PrivacyPolicy> finish(std::string policy, std::string since, std::string_view how_to_name_since);

private:
    using Key = std::tuple<std::string, std::string, std::string>;

    std::string name_;
    std::size_t added_ = 0;
    std::vector<PolicyRule> rules_;
    std::vector<int> lines_;  // of rules_
    std::map<Key, std::size_t> index_;
};

}  // namespace scrim::views

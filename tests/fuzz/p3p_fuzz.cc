// Any bytes, read as a P3P policy and as a YAML one: nothing escapes, an accepted policy can be enforced and is what it
// prints.
#include "methods/policy/yaml_tree.h"
#include "methods/views/policy/p3p.h"
#include "methods/views/policy/privacy_policy_yaml.h"

#include <cstdint>
#include <cstdlib>
#include <set>
#include <tuple>

namespace {

void check(const scrim::Result<scrim::views::PrivacyPolicy>& policy) {
    if (!policy) {
        if (policy.error().kind != scrim::Error::Kind::input) std::abort();
        if (policy.error().message.find('\n') != std::string::npos) std::abort();
        return;
    }
    std::set<std::tuple<std::string, std::string, std::string>> seen;
    for (const scrim::views::PolicyRule& rule : policy->rules) {
        if (!seen.emplace(rule.purpose, rule.recipient, rule.attribute).second) std::abort();
        const bool counts = !rule.retention.empty() && rule.retention != "0 days";
        if (counts && policy->since.empty()) std::abort();
    }
    const std::string text = to_text(*policy);
    if (text.size() > scrim::policy::yaml_size_limit) return;
    const auto again = scrim::views::parse_privacy_policy_yaml(text, "again");
    if (!again || *again != *policy) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check(scrim::views::parse_p3p(text, "p3p"));
    check(scrim::views::parse_privacy_policy_yaml(text, "yaml"));
    return 0;
}

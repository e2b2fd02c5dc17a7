#include "methods/views/policy/privacy_policy.h"

#include "kernel/core/text.h"
#include "methods/files/file.h"
#include "methods/views/policy/p3p.h"
#include "methods/views/policy/policy_rules.h"
#include "methods/views/policy/privacy_policy_yaml.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace scrim::views {
namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

// A YAML text: plain where that is safe.
std::string yaml_text(const std::string& text) {
    const auto is_word = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    if (!text.empty() && std::all_of(text.begin(), text.end(), is_word) && lower(text) != "null") return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

bool same_but_for_attribute(const PolicyRule& a, const PolicyRule& b) {
    return a.purpose == b.purpose && a.recipient == b.recipient && a.retention == b.retention;
}

std::string retention_text(const std::string& retention) {
    if (retention.empty()) return "";
    return format("    retention: {}\n", retention == never_shown ? "none" : retention);
}

}  // namespace

std::string_view choice_name(PolicyRule::Choice choice) {
    switch (choice) {
        case PolicyRule::Choice::always: return "always";
        case PolicyRule::Choice::opt_in: return "opt_in";
        case PolicyRule::Choice::opt_out: break;
    }
    return "opt_out";
}

std::string to_text(const PrivacyPolicy& policy) {
    std::string out;
    if (!policy.name.empty()) out += format("policy: {}\n", yaml_text(policy.name));
    if (!policy.since.empty()) out += format("since: {}\n", yaml_text(policy.since));
    out += policy.rules.empty() ? "rules: []\n" : "rules:\n";
    for (auto rule = policy.rules.begin(); rule != policy.rules.end();) {
        const PolicyRule& first = *rule;
        std::string attributes;
        for (; rule != policy.rules.end() && same_but_for_attribute(first, *rule); ++rule)
            attributes += format("{}{}: {}", attributes.empty() ? "" : ", ", yaml_text(rule->attribute),
                                 choice_name(rule->choice));
        out += format("  - purpose: {}\n    recipient: {}\n    attributes: {{{}}}\n{}", yaml_text(first.purpose),
                      yaml_text(first.recipient), attributes, retention_text(first.retention));
    }
    return out;
}

Result<PrivacyPolicy> read_privacy_policy(const std::string& path) {
    const std::filesystem::path file(path);
    const std::string extension = lower(file.extension().string());
    const bool is_yaml = extension == ".yaml" || extension == ".yml";
    if (!is_yaml && extension != ".xml")
        return input_error(format("{}: a policy file ends in .xml (P3P), .yaml or .yml", quoted(path)));
    SCRIM_TRY(const std::string text, files::read_file(path, policy_size_limit));
    SCRIM_TRY(PrivacyPolicy policy, is_yaml ? parse_privacy_policy_yaml(text, path) : parse_p3p(text, path));
    if (policy.name.empty()) {
        policy.name = file.stem().string();
        if (const auto checked = check_policy_name("the policy's name", policy.name); !checked)
            return input_error(format("{}: {}", quoted(path), checked.error().message));
    }
    return policy;
}

}  // namespace scrim::views

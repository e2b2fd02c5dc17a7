#include "methods/views/policy/privacy_policy_yaml.h"

#include "kernel/core/text.h"
#include "methods/policy/yaml_tree.h"
#include "methods/views/policy/policy_rules.h"

#include <algorithm>
#include <utility>

namespace scrim::views {
namespace {

using Entry = policy::YamlNode::Entry;
using Choice = PolicyRule::Choice;

struct AttributeChoice {
    std::string attribute;
    Choice choice = Choice::always;
    int line = 1;
};

const Entry* find(const policy::YamlNode& map, std::string_view key) {
    for (const Entry& entry : map.entries)
        if (entry.key == key) return &entry;
    return nullptr;
}

class PrivacyPolicyReader {
public:
    explicit PrivacyPolicyReader(const std::string& name) : name_(name), rules_(name) {}

    Result<PrivacyPolicy> read(const policy::YamlNode& root) {
        const std::vector<std::string> keys = {"policy", "since", "rules"};
        if (root.kind != policy::YamlNode::Kind::map)
            return refuse(root.line, format("a privacy policy must be a map of {}, not {}", join(keys, ", "),
                                            policy::describe(root)));
        SCRIM_CHECK(check_keys(root, keys));
        SCRIM_TRY(std::string policy, read_name(root, "policy", "the name of the policy"));
        SCRIM_TRY(std::string since, read_name(root, "since", "the name of a column"));
        const Entry* rules = find(root, "rules");
        if (rules == nullptr) return refuse(root.line, "rules is missing; write a list of rules, each after '- '");
        if (rules->value.kind != policy::YamlNode::Kind::list || rules->value.items.empty())
            return refuse(rules->value.line,
                          "rules must be a list of rules, each after '- ', not " + policy::describe(rules->value));
        for (const policy::YamlNode& rule : rules->value.items) SCRIM_CHECK(read_rule(rule));
        return rules_.finish(std::move(policy), std::move(since), "name its column with since:");
    }

private:
    Error refuse(int line, std::string_view message) const { return policy_error(name_, line, message); }

    Result<void> check_keys(const policy::YamlNode& map, const std::vector<std::string>& keys) const {
        for (const Entry& entry : map.entries)
            if (std::find(keys.begin(), keys.end(), entry.key) == keys.end())
                return refuse(entry.line, format("unknown key {} (accepted: {}){}", quoted(entry.key), join(keys, ", "),
                                                 did_you_mean(entry.key, keys)));
        return {};
    }

    // "" when the key is not there.
    Result<std::string> read_name(const policy::YamlNode& map, const std::string& key, std::string_view what) const {
        const Entry* entry = find(map, key);
        if (entry == nullptr) return std::string();
        const policy::YamlNode& node = entry->value;
        if (node.kind != policy::YamlNode::Kind::text)
            return refuse(node.line, format("{} must be {}, not {}", key, what, policy::describe(node)));
        if (const auto checked = check_policy_name(key, node.text); !checked)
            return refuse(node.line, checked.error().message);
        return node.text;
    }

    Result<void> read_rule(const policy::YamlNode& rule) {
        const std::vector<std::string> keys = {"purpose", "recipient", "attributes", "choice", "retention"};
        if (rule.kind != policy::YamlNode::Kind::map)
            return refuse(rule.line,
                          format("a rule must be a map of {}, not {}", join(keys, ", "), policy::describe(rule)));
        SCRIM_CHECK(check_keys(rule, keys));
        SCRIM_TRY(const auto purposes, read_words(rule, "purpose"));
        SCRIM_TRY(const auto recipients, read_words(rule, "recipient"));
        SCRIM_TRY(const auto attributes, read_attributes(rule));
        SCRIM_TRY(const std::string retention, read_retention(rule));
        for (const policy::YamlNode* purpose : purposes)
            for (const policy::YamlNode* recipient : recipients)
                for (const AttributeChoice& attribute : attributes)
                    SCRIM_CHECK(
                        rules_.add({purpose->text, recipient->text, attribute.attribute, attribute.choice, retention},
                                   attribute.line));
        return {};
    }

    // One text, or a list of texts.
    Result<std::vector<const policy::YamlNode*>> read_words(const policy::YamlNode& rule,
                                                            const std::string& key) const {
        const Entry* entry = find(rule, key);
        if (entry == nullptr) return refuse(rule.line, format("the rule has no {}; write a name or a list", key));
        const policy::YamlNode& node = entry->value;
        std::vector<const policy::YamlNode*> words;
        if (node.kind == policy::YamlNode::Kind::text) words.push_back(&node);
        for (const policy::YamlNode& item : node.items) words.push_back(&item);
        if (words.empty())
            return refuse(node.line,
                          format("{} must be a name or a list of names, not {}", key, policy::describe(node)));
        for (const policy::YamlNode* word : words) {
            if (word->kind != policy::YamlNode::Kind::text)
                return refuse(word->line, format("{} must hold names, not {}", key, policy::describe(*word)));
            if (const auto checked = check_policy_name(key, word->text); !checked)
                return refuse(word->line, checked.error().message);
        }
        return words;
    }

    Result<std::vector<AttributeChoice>> read_attributes(const policy::YamlNode& rule) const {
        const Entry* entry = find(rule, "attributes");
        const Entry* choice = find(rule, "choice");
        std::vector<AttributeChoice> attributes;
        if (entry == nullptr || entry->value.kind != policy::YamlNode::Kind::map) {
            Choice common = Choice::always;
            if (choice != nullptr) {
                SCRIM_TRY(common, read_choice("choice", choice->value));
            }
            SCRIM_TRY(const auto words, read_words(rule, "attributes"));
            for (const policy::YamlNode* word : words) attributes.push_back({word->text, common, word->line});
            return attributes;
        }
        if (choice != nullptr)
            return refuse(choice->line, "choice is for a list of attributes; this rule's map names one for each");
        if (entry->value.entries.empty())
            return refuse(entry->value.line, "attributes must name an attribute, not be an empty map");
        for (const Entry& attribute : entry->value.entries) {
            SCRIM_TRY(const Choice own, read_choice("attribute " + quoted(attribute.key), attribute.value));
            attributes.push_back({attribute.key, own, attribute.line});
        }
        return attributes;
    }

    Result<Choice> read_choice(const std::string& what, const policy::YamlNode& node) const {
        std::vector<std::string> names;
        for (const Choice choice : {Choice::always, Choice::opt_in, Choice::opt_out}) {
            if (node.kind == policy::YamlNode::Kind::text && node.text == choice_name(choice)) return choice;
            names.emplace_back(choice_name(choice));
        }
        return refuse(node.line, format("{} must be always, opt_in or opt_out, not {}{}", what, policy::describe(node),
                                        did_you_mean(node.text, names)));
    }

    Result<std::string> read_retention(const policy::YamlNode& rule) const {
        const Entry* entry = find(rule, "retention");
        if (entry == nullptr) return std::string();
        const policy::YamlNode& node = entry->value;
        if (node.kind != policy::YamlNode::Kind::text)
            return refuse(node.line,
                          "retention must be a period such as 90 days, or none, not " + policy::describe(node));
        if (node.text == "none") return std::string(never_shown);
        auto period = parse_period(node.text);
        if (!period)
            return refuse(node.line, "retention is 'none' (never shown) or a period; " + period.error().message);
        return period;
    }

    const std::string& name_;
    PolicyRules rules_;
};

}  // namespace

Result<PrivacyPolicy> parse_privacy_policy_yaml(std::string_view yaml, const std::string& name_of_text) {
    SCRIM_TRY(const policy::YamlNode root, policy::parse_yaml(yaml, name_of_text));
    return PrivacyPolicyReader(name_of_text).read(root);
}

}  // namespace scrim::views

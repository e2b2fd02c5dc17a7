#include "methods/policy/requirement_of_yaml.h"

#include "kernel/core/old_names.h"
#include "kernel/core/text.h"

#include <span>

namespace scrim::policy {
namespace {

using Kind = YamlNode::Kind;
using List = std::vector<std::string>;

Error not_a_value(const std::string& where, const YamlNode& node) {
    return input_error(
        format("{} must be a text, a list of texts or a list of such lists, not {}", where, describe(node)));
}

Result<List> read_list(const std::string& where, const YamlNode& node) {
    if (node.kind != Kind::list || node.items.empty()) return not_a_value(where, node);
    List texts;
    for (const YamlNode& item : node.items) {
        if (item.kind != Kind::text) return not_a_value(where, item);
        texts.push_back(item.text);
    }
    return texts;
}

Result<std::vector<List>> read_value(const std::string& where, const YamlNode& node) {
    if (node.kind == Kind::text) return std::vector<List>{{node.text}};
    std::vector<List> lists;
    const bool nested = !node.items.empty() && node.items[0].kind == Kind::list;
    for (const YamlNode& list : nested ? std::span(node.items) : std::span(&node, 1)) {
        SCRIM_TRY(List texts, read_list(where, list));
        lists.push_back(std::move(texts));
    }
    return lists;
}

Result<Requirement> read_map(const YamlNode& node) {
    if (node.kind != Kind::map || node.entries.empty())
        return input_error("a requirement is model(key=value) or model: {key: value}, not " + describe(node));
    if (node.entries.size() > 1) {
        List keys;
        for (const YamlNode::Entry& entry : node.entries) keys.push_back(entry.key);
        return input_error(format("a requirement has one key, its model, not {} ({}); indent parameters deeper",
                                  keys.size(), list_some(keys)));
    }
    const auto& [model, line, parameters] = node.entries[0];
    if (parameters.kind != Kind::map && parameters.kind != Kind::nothing)
        return input_error(
            format("the parameters of {} must be a map such as {{k: 5}}, not {}", quoted(model), describe(parameters)));
    Requirement requirement{current_name(model), {}};
    for (const YamlNode::Entry& entry : parameters.entries) {
        SCRIM_TRY(auto value, read_value(format("{}: {}", quoted(model), quoted(entry.key)), entry.value));
        requirement.arguments.push_back({current_name(entry.key), std::move(value)});
    }
    return requirement;
}

}  // namespace

Result<Requirement> requirement_of_yaml(const YamlNode& node) {
    SCRIM_TRY(Requirement requirement, node.kind == Kind::text ? parse_requirement(node.text) : read_map(node));
    SCRIM_CHECK(validate(requirement));
    return requirement;
}

}  // namespace scrim::policy

// YamlNode: YAML text as a plain tree with line numbers, without YAML's surprises.
//
// All scalars stay text. Refused, each with its line: more than one document, anchors, aliases and tags (so nothing can
// expand), keys that come twice or are not text, tabs that indent, bytes that are not UTF-8, more than a megabyte, more
// than twenty levels.
#pragma once

#include "scrim/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace scrim::policy {

struct YamlNode {
    enum class Kind { nothing, text, list, map };
    struct Entry;

    Kind kind = Kind::nothing;
    int line = 1;
    std::string text;             // of a text
    std::vector<YamlNode> items;  // of a list
    std::vector<Entry> entries;   // of a map, in the order given, all keys different
};

struct YamlNode::Entry {
    std::string key;
    int line = 1;
    YamlNode value;
};

// What a message calls the node: 'its text', "a list", "an empty map", …; "empty" when nothing is there.
std::string describe(const YamlNode& node);

constexpr std::size_t yaml_size_limit = 1'000'000;  // bytes
constexpr std::size_t yaml_depth_limit = 20;

// "name:line: message", the form of every message about a YAML text.
Error yaml_error(const std::string& name, int line, std::string_view message);

// `name` is what messages call the text. A text without content gives Kind::nothing.
Result<YamlNode> parse_yaml(std::string_view text, const std::string& name);

}  // namespace scrim::policy

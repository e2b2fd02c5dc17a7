#include "methods/policy/yaml_tree.h"

#include "kernel/core/text.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <utility>

namespace scrim::policy {
namespace {

// Thrown out of the event handler to stop the YAML parser; never leaves this file.
struct Refusal {
    int line;
    std::string message;
};

// Builds the tree from the parser's events. The last of open_ is the list or map that the next node belongs to.
class TreeBuilder : public YAML::EventHandler {
public:
    YamlNode take_root() { return std::move(root_); }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (started_) refuse(mark, "a second document starts here; a file holds one");
        started_ = true;
    }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { add(node(YamlNode::Kind::nothing, mark)); }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
        refuse(mark, "an alias is not accepted; write the value out");
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
        check_tag(mark, tag);
        YamlNode text = node(YamlNode::Kind::text, mark);
        if (value.find('\0') != std::string::npos) refuse(mark, quoted(value) + " holds a zero byte; remove it");
        text.text = value;
        add(std::move(text));
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                         YAML::EmitterStyle::value) override {
        open(YamlNode::Kind::list, mark, tag);
    }
    void OnSequenceEnd() override { close(); }

    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                    YAML::EmitterStyle::value) override {
        open(YamlNode::Kind::map, mark, tag);
    }
    void OnMapEnd() override { close(); }

    void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
        refuse(mark, "anchor " + quoted(name) + " is not accepted; write the value out each time");
    }

private:
    // A list or map whose end has not come yet.
    struct Open {
        YamlNode node;
        std::optional<std::pair<std::string, int>> key = std::nullopt;  // of a map: the one whose value comes next
        std::unordered_map<std::string, int> lines = {};                // of a map: where each key was seen
    };

    [[noreturn]] static void refuse(const YAML::Mark& mark, std::string message) {
        throw Refusal{mark.line + 1, std::move(message)};
    }

    static YamlNode node(YamlNode::Kind kind, const YAML::Mark& mark) {
        YamlNode made;
        made.kind = kind;
        made.line = mark.line + 1;
        return made;
    }

    // The parser says "?" for a plain node and "!" for a quoted text.
    static void check_tag(const YAML::Mark& mark, const std::string& tag) {
        if (!tag.empty() && tag != "?" && tag != "!") refuse(mark, format("remove the tag {}", quoted(tag)));
    }

    void open(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag) {
        check_tag(mark, tag);
        if (open_.size() == yaml_depth_limit)
            refuse(mark, format("lists and maps nest more than {} levels deep; six are enough", yaml_depth_limit));
        open_.push_back({node(kind, mark)});
    }

    void close() {
        YamlNode done = std::move(open_.back().node);
        open_.pop_back();
        add(std::move(done));
    }

    void add(YamlNode child) {
        if (open_.empty()) {
            root_ = std::move(child);
            return;
        }
        Open& parent = open_.back();
        if (parent.node.kind == YamlNode::Kind::list) {
            parent.node.items.push_back(std::move(child));
        } else if (parent.key) {
            auto [key, line] = *std::exchange(parent.key, std::nullopt);
            if (child.kind == YamlNode::Kind::nothing) child.line = line;  // the parser says where the next token is
            parent.node.entries.push_back({std::move(key), line, std::move(child)});
        } else {
            add_key(parent, std::move(child));
        }
    }

    static void add_key(Open& map, YamlNode key) {
        if (key.kind != YamlNode::Kind::text)
            throw Refusal{key.line, "a key is missing or not text; write it as text, 'null' and '~' in quotes"};
        const auto [first, is_new] = map.lines.emplace(key.text, key.line);
        if (!is_new)
            throw Refusal{key.line, format("{} is named twice, here and on line {}", quoted(key.text), first->second)};
        map.key = {std::move(key.text), key.line};
    }

    bool started_ = false;
    YamlNode root_;
    std::vector<Open> open_;
};

// The first line that the YAML parser should not see, with the reason.
std::optional<Refusal> refuse_bytes(std::string_view text) {
    if (text.size() > yaml_size_limit)
        return Refusal{1, format("the text has more than {} bytes; shorten it", with_thousands(yaml_size_limit))};
    int number = 1;
    for (std::size_t start = 0; start < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string_view line = text.substr(start, end - start);
        if (!is_utf8(line)) return Refusal{number, "the line holds bytes that are not UTF-8; save the file as UTF-8"};
        if (line.find('\0') != std::string_view::npos) return Refusal{number, "the line holds a zero byte; remove it"};
        const std::string_view indent = line.substr(0, line.find_first_not_of(" \t\r"));
        if (indent.size() < line.size() && indent.find('\t') != std::string_view::npos)
            return Refusal{number, "the line is indented with a tab; indent with spaces"};
        start = end + 1;
    }
    return std::nullopt;
}

// The parser's words, which may hold any byte of the text.
std::string reason(const YAML::Exception& exception) {
    return quoted(is_utf8(exception.msg) ? exception.msg : "unexpected character");
}

}  // namespace

std::string describe(const YamlNode& node) {
    switch (node.kind) {
        case YamlNode::Kind::nothing: return "empty";
        case YamlNode::Kind::text: return quoted(node.text);
        case YamlNode::Kind::list: return node.items.empty() ? "an empty list" : "a list";
        case YamlNode::Kind::map: break;
    }
    return node.entries.empty() ? "an empty map" : "a map";
}

Error yaml_error(const std::string& name, int line, std::string_view message) {
    return input_error(format("{}:{}: {}", name, line, message));
}

Result<YamlNode> parse_yaml(std::string_view text, const std::string& name) {
    if (const auto refused = refuse_bytes(text)) return yaml_error(name, refused->line, refused->message);
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        TreeBuilder builder;
        while (parser.HandleNextDocument(builder)) {
        }
        return builder.take_root();
    } catch (const Refusal& refusal) {
        return yaml_error(name, refusal.line, refusal.message);
    } catch (const YAML::Exception& exception) {
        return yaml_error(name, exception.mark.line + 1,
                          format("not valid YAML, {} at column {}", reason(exception), exception.mark.column + 1));
    }
}

}  // namespace scrim::policy

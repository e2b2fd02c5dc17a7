#include "kernel/hierarchy/set_label.h"

namespace scrim::hierarchy {
namespace {

// The members of a set, without its braces: split at commas outside brackets and quotes.
std::optional<std::vector<SetMember>> split_members(std::string_view text) {
    std::vector<SetMember> members;
    std::size_t at = 0;
    do {
        while (at < text.size() && text[at] == ' ') ++at;
        std::string member;
        const bool quoted = at < text.size() && text[at] == '"';
        if (quoted) {
            for (++at;; ++at) {
                if (at == text.size()) return std::nullopt;
                if (text[at] == '"' && (++at == text.size() || text[at] != '"')) break;
                member += text[at];
            }
            while (at < text.size() && text[at] == ' ') ++at;
            if (at < text.size() && text[at] != ',') return std::nullopt;
        } else {
            for (int depth = 0; at < text.size() && (depth > 0 || text[at] != ','); ++at) {
                if (text[at] == '[' || text[at] == '(') ++depth;
                if (text[at] == ']' || text[at] == ')') --depth;
                member += text[at];
            }
            member.erase(member.find_last_not_of(' ') + 1);
        }
        members.push_back({std::move(member), quoted});
    } while (at++ < text.size());
    return members;
}

}  // namespace

std::optional<std::vector<SetMember>> read_set(std::string_view label) {
    if (label.size() < 2 || label.front() != '{' || label.back() != '}') return std::nullopt;
    return split_members(label.substr(1, label.size() - 2));
}

}  // namespace scrim::hierarchy

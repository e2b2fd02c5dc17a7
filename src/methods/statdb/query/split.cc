#include "methods/statdb/query/split.h"

#include <algorithm>

namespace scrim::statdb::query {
namespace {

// Where quotes and comments that begin at `at` end; `at` itself where none begins.
std::size_t skip(std::string_view text, std::size_t at) {
    const auto end_of = [&](std::string_view mark, std::size_t from) {
        const std::size_t found = text.find(mark, from);
        return found == std::string_view::npos ? text.size() : found + mark.size();
    };
    const char c = text[at];
    if (c == '\'' || c == '"' || c == '`') return end_of(std::string_view(&text[at], 1), at + 1);
    if (text.substr(at).starts_with("/*")) return end_of("*/", at + 2);
    if (text.substr(at).starts_with("--")) return std::min(text.find('\n', at), text.size());
    return at;
}

std::vector<std::string> split_at(std::string_view text, char end) {
    std::vector<std::string> pieces;
    std::size_t begin = 0;
    bool words = false;
    const auto finish = [&](std::size_t at) {
        if (words) pieces.emplace_back(text.substr(begin, at - begin));
        begin = at + 1;
        words = false;
    };
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t after = skip(text, at); after > at) {
            const bool comment = text[at] == '-' || text[at] == '/';
            words = words || !comment;
            at = after;
            continue;
        }
        if (text[at] == end)
            finish(at);
        else
            words = words || std::string_view(" \t\r\n\f\v").find(text[at]) == std::string_view::npos;
        ++at;
    }
    finish(text.size());
    return pieces;
}

bool ends_with_semicolon(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t after = skip(text, at);
        if (after == at && text[at] == ';') return true;
        at = std::max(after, at + 1);
    }
    return false;
}

}  // namespace

std::vector<std::string> split_queries(std::string_view text) {
    return split_at(text, ends_with_semicolon(text) ? ';' : '\n');
}

}  // namespace scrim::statdb::query

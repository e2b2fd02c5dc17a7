#include "methods/statdb/query/split.h"

#include "kernel/language/lexer.h"
#include "methods/statdb/query/tokens.h"

#include <algorithm>

namespace scrim::statdb::query {
namespace {

// Those of queries, where a line may end a query.
const language::Lexicon& lexicon_of_lines() {
    static const language::Lexicon lexicon = [] {
        language::Lexicon lines = query_lexicon();
        lines.lines = lines.controls = true;
        return lines;
    }();
    return lexicon;
}

// What queries may end with, where it stands, and what is known of the words before it.
struct End {
    std::size_t at = 0;
    bool semicolon = false, words = false;
};

// The ends of a text, its own last. What the lexer refuses is a word here: whoever reads the query says so.
std::vector<End> ends_of(std::string_view text) {
    std::vector<End> ends;
    language::Lexer lexer({.text = text}, lexicon_of_lines());
    for (bool words = false;;) {
        const Result<language::Token> token = lexer.next();
        const bool last = token && token->kind == language::Token::Kind::end;
        if (!token || (!last && !token->is(";") && !token->is("\n"))) {
            words = true;
            continue;
        }
        ends.push_back({token->begin, token->is(";"), words});
        if (last) return ends;
        words = false;
    }
}

}  // namespace

std::vector<std::string> split_queries(std::string_view text) {
    const std::vector<End> ends = ends_of(text);
    const bool by_lines = std::none_of(ends.begin(), ends.end(), [](const End& end) { return end.semicolon; });
    std::vector<std::string> pieces;
    std::size_t begin = 0;
    bool words = false;
    for (const End& end : ends) {
        words |= end.words;
        if (!by_lines && !end.semicolon && end.at < text.size()) continue;
        if (words) pieces.emplace_back(text.substr(begin, end.at - begin));
        begin = end.at + 1;
        words = false;
    }
    return pieces;
}

}  // namespace scrim::statdb::query

#include "methods/views/language/avlike.h"

#include "methods/views/language/open_words.h"

#include <algorithm>
#include <array>

namespace scrim::views {
namespace {

using Kind = SqlToken::Kind;

// Words that go on with a statement, not with a comparison.
constexpr std::array next_words = {"FROM", "WHERE",  "GROUP",     "HAVING",  "ORDER", "LIMIT",  "OFFSET",   "UNION",
                                   "JOIN", "EXCEPT", "INTERSECT", "QUALIFY", "ON",    "USING",  "AS",       "AND",
                                   "OR",   "SET",    "WINDOW",    "VALUES",  "INNER", "CROSS",  "FULL",     "NATURAL",
                                   "IS",   "IN",     "LIKE",      "BETWEEN", "NOT",   "END",    "THEN",     "PURPOSE",
                                   "ELSE", "WHEN",   "ASC",       "DESC",    "NULLS", "FILTER", "RECIPIENT"};

bool is_word(std::string_view text, const SqlToken& token, std::string_view word) {
    return token.kind == Kind::word && same_word(token.source(text), word);
}

bool is_symbol(std::string_view text, const SqlToken& token, std::string_view symbols) {
    return token.kind == Kind::symbol && symbols.find(text[token.begin]) != std::string_view::npos;
}

bool can_be_compared(std::string_view text, const SqlToken& last) {
    if (last.kind == Kind::symbol) return is_symbol(text, last, ")]}");
    return !is_open_word(text, last) && !is_word(text, last, "COLUMN");
}

bool begins_value(std::string_view text, const SqlToken& first) {
    if (first.kind == Kind::end) return false;
    if (first.kind == Kind::symbol) return is_symbol(text, first, "([{-+:");
    return !std::any_of(next_words.begin(), next_words.end(),
                        [&](std::string_view word) { return is_word(text, first, word); });
}

}  // namespace

void write_avlike_out(std::string& text, std::span<const SqlToken> tokens) {
    const auto write = [&](const SqlToken& token, std::string_view instead) {
        for (std::size_t i = token.begin; i < token.end; ++i)
            text[i] = i - token.begin < instead.size() ? instead[i - token.begin] : ' ';
    };
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
        if (!is_word(text, tokens[i], "AVLIKE") || !begins_value(text, tokens[i + 1])) continue;
        const bool negated = i > 1 && is_word(text, tokens[i - 1], "NOT");
        if (!can_be_compared(text, tokens[negated ? i - 2 : i - 1])) continue;
        write(tokens[i], negated ? "<>" : "=");
        if (negated) write(tokens[i - 1], "");
    }
}

}  // namespace scrim::views

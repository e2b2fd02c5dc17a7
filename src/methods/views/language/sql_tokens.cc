#include "methods/views/language/sql_tokens.h"

namespace scrim::views {
namespace {

const language::Lexicon& sql_lexicon() {
    static const language::Lexicon lexicon{
        .wide_spaces = true,
        .line_comments = {"--"},
        .line_ends = "\n\r",
        .block_comments = true,
        .nested_comments = true,
        .continues = [](char c) { return begins_word(c) || is_digit(c) || c == '$'; },
        .names = "\"",
        .strings = "'",
        .sql_strings = true,
        .exponents = true,
        .bare_points = true,
        .digit_groups = true};
    return lexicon;
}

}  // namespace

SqlLexer::SqlLexer(std::string_view text) : Lexer({.text = text}, sql_lexicon()) {}

Result<void> SqlWords::cut() {
    if (!tokens.empty()) return {};
    SCRIM_TRY(tokens, language::tokens_of({.text = text}, sql_lexicon()));
    return {};
}

}  // namespace scrim::views

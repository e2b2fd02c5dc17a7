// SqlLexer: the tokens of SQL text, cut as the engine cuts them. Spaces and comments (--, and /* */ also nested) stand
// between tokens; what is not closed is an error that says where it began.
//
// A statement is cut once, and its SqlWords are handed on to everybody who reads it.
//
//   SqlLexer lexer("SELECT 'it''s'");
//   SCRIM_TRY(SqlToken token, lexer.next());   // a word, bytes 0 to 6
#pragma once

#include "kernel/language/lexer.h"

#include <string>
#include <string_view>
#include <vector>

namespace scrim::views {

using SqlToken = language::Token;
using language::same_word;

class SqlLexer : public language::Lexer {
public:
    // `text` must live as long as the lexer.
    explicit SqlLexer(std::string_view text);
};

// One statement as it was written, and its tokens.
struct SqlWords {
    std::string text = {};
    // Bytes and places count from the text's beginning, and the last one is the end. Empty: not cut yet.
    std::vector<SqlToken> tokens = {};

    // Cuts it, unless that was done.
    Result<void> cut();
};

}  // namespace scrim::views

// SqlLexer: the tokens of SQL text, cut as the engine cuts them. Spaces and comments (--, and /* */ also nested) stand
// between tokens; what is not closed is an error that says where it began.
//
//   SqlLexer lexer("SELECT 'it''s'");
//   SCRIM_TRY(SqlToken token, lexer.next());   // a word, bytes 0 to 6
#pragma once

#include "kernel/language/lexer.h"

#include <string_view>

namespace scrim::views {

using SqlToken = language::Token;
using language::same_word;

class SqlLexer : public language::Lexer {
public:
    // `text` must live as long as the lexer.
    explicit SqlLexer(std::string_view text);
};

}  // namespace scrim::views

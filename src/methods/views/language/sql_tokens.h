// SqlLexer: the tokens of SQL text, cut as the engine cuts them. Spaces and comments (--, and /* */ also nested) stand
// between tokens; what is not closed is an error that says where it began.
//
//   SqlLexer lexer("SELECT 'it''s'");
//   SCRIM_TRY(SqlToken token, lexer.next());   // a word, bytes 0 to 6
#pragma once

#include "scrim/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace scrim::views {

struct SqlToken {
    enum class Kind {
        word,           // bare: a keyword or a name
        name,           // "quoted"
        string,         // 'quoted' or $tag$quoted$tag$
        escape_string,  // E'quoted\n'
        number,         // without its sign
        parameter,      // ?, $1, $name
        symbol,         // one character
        end,
    };

    Kind kind = Kind::end;
    std::size_t begin = 0, end = 0;  // bytes of the text

    std::string_view source(std::string_view text) const { return text.substr(begin, end - begin); }
};

class SqlLexer {
public:
    // `text` must live as long as the lexer.
    explicit SqlLexer(std::string_view text) : text_(text) {}

    // After the last token comes `end`, again and again.
    Result<SqlToken> next();

private:
    std::size_t space_length() const;
    Result<void> skip_spaces_and_comments();
    Result<void> skip_block_comment();
    Result<SqlToken> quoted_until(char quote, std::size_t begin, SqlToken::Kind kind);
    Result<SqlToken> after_dollar(std::size_t begin);
    SqlToken number(std::size_t begin);
    bool at(char c, std::size_t ahead = 0) const;
    bool at_digit(std::size_t ahead = 0) const;
    void skip_digits();

    std::string_view text_;
    std::size_t at_ = 0;
};

// What a token means: without its quotes. The source of an escape_string is left as it is.
std::string token_value(std::string_view text, const SqlToken& token);
// "line 2, column 14", in characters from 1.
std::string place_in(std::string_view text, std::size_t position);
// Letter case does not matter.
bool same_word(std::string_view a, std::string_view b);

}  // namespace scrim::views

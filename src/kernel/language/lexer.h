// Lexer: cuts a text into the words of a Lexicon. What is not closed is an error that says where it began.
//
//   Lexer lexer({"SELECT 'it''s'"}, lexicon);
//   SCRIM_TRY(Token token, lexer.next());   // a word, bytes 0 to 6
#pragma once

#include "kernel/language/lexicon.h"
#include "kernel/language/source.h"
#include "kernel/language/token.h"

#include <vector>

namespace scrim::language {

class Lexer {
public:
    // The lexicon must live as long as the lexer.
    Lexer(Source source, const Lexicon& lexicon) : source_(std::move(source)), text_(source_.text), lexicon_(lexicon) {}

    // After the last token comes `end`, again and again.
    Result<Token> next();

private:
    Result<void> skip_spaces_and_comments();
    Result<void> skip_block_comment();
    bool skip_line_comment();
    std::size_t space_length() const;
    Result<Token> number();
    Result<Token> quoted_text(Token::Kind kind);
    Result<Token> escape_string();
    Result<Token> after_dollar();
    Result<Token> symbol();
    bool at(std::string_view what) const { return text_.substr(at_).starts_with(what); }
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    bool continues_word() const;
    void skip_digits();
    // From begin_ to here.
    Token token(Token::Kind kind, std::string text);
    Token token(Token::Kind kind) { return token(kind, std::string(written())); }
    std::string_view written() const { return text_.substr(begin_, at_ - begin_); }
    Error unclosed(std::string_view what, std::string_view closing);

    Source source_;
    std::string_view text_;
    const Lexicon& lexicon_;
    std::size_t at_ = 0, begin_ = 0;
    // Places are asked for in ascending order, so that each byte is counted once.
    Place place_at(std::size_t byte);
    std::size_t counted_ = 0;
    Place place_;
};

// All tokens; the last one is the end.
Result<std::vector<Token>> tokens_of(Source source, const Lexicon& lexicon);

}  // namespace scrim::language

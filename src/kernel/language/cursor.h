// Cursor: a walk over the tokens of a text, for parsers. It accepts what may be there and expects what must be.
//
//   Cursor cursor(source, *tokens_of(source, lexicon));
//   if (cursor.accept_word("GROUP")) SCRIM_CHECK(cursor.expect_word("BY"));   // line 2, column 14: expected BY, found
//   'x'
#pragma once

#include "kernel/language/source.h"
#include "kernel/language/token.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace scrim::language {

class Cursor {
public:
    using Kind = Token::Kind;

    // The last token is the end.
    Cursor(Source source, std::vector<Token> tokens) : source_(std::move(source)), tokens_(std::move(tokens)) {}
    virtual ~Cursor() = default;

    const Source& source() const { return source_; }
    std::string_view text() const { return source_.text; }
    const std::vector<Token>& tokens() const { return tokens_; }
    const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
    Token take() { return at_ + 1 < tokens_.size() ? tokens_[at_++] : tokens_.back(); }
    std::size_t index() const { return at_; }
    void go_to(std::size_t index) { at_ = index; }

    bool at_kind(Kind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
    bool at_end() const { return at_kind(Kind::end); }
    // Keywords are read in any case; a quoted name is no keyword.
    bool at_word(std::string_view keyword, std::size_t ahead = 0) const;
    bool at_symbol(std::string_view symbol, std::size_t ahead = 0) const { return peek(ahead).is(symbol); }

    // All of the words, or none.
    bool accept_words(std::initializer_list<std::string_view> keywords);
    bool accept_word(std::string_view keyword) { return accept_words({keyword}); }
    bool accept_symbol(std::string_view symbol);
    // `wanted` is what errors call it; "" for itself.
    Result<void> expect_word(std::string_view keyword, std::string_view wanted = {});
    Result<void> expect_symbol(std::string_view symbol, std::string_view wanted = {});

    // "line 1, column 6: expected …, found 'x'"; a language may say more of what it found.
    virtual Error unexpected(std::string_view wanted) const;
    // At the next token.
    Error refused(std::string_view message) const { return source_.error(peek().place, message); }
    Error refused_at(std::size_t index, std::string_view message) const {
        return source_.error(tokens_[index].place, message);
    }
    // The next token as errors show it.
    std::string found() const;

private:
    Source source_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
};

}  // namespace scrim::language

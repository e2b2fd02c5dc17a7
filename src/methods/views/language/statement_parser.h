// StatementParser: a walk over the tokens of one statement, for the parts of the grammar that are ours.
//
//   SCRIM_TRY(StatementParser parser, StatementParser::of("DROP DGH age"));
//   SCRIM_CHECK(parser.require_word("DROP"));
//   SCRIM_TRY(std::string name, parser.take_name("the name of a DGH"));   // "line 1, column 6: expected …"
#pragma once

#include "methods/views/language/sql_tokens.h"

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace scrim::views {

class StatementParser {
public:
    static constexpr std::size_t max_bytes = 1 << 20;
    static constexpr std::size_t max_depth = 1000;

    // UTF-8 text of at most max_bytes with one statement in it, whose brackets are closed and at most max_depth deep.
    // `sql` must live as long as the parser.
    static Result<StatementParser> of(std::string_view sql);

    std::string_view text() const { return text_; }
    // The last one is the end; ';' are not among them.
    const std::vector<SqlToken>& tokens() const { return tokens_; }
    const SqlToken& peek(std::size_t ahead = 0) const;
    std::size_t index() const { return at_; }
    void go_to(std::size_t index) { at_ = index; }
    // The place of the bracket that closes the one at `index`.
    std::size_t closing(std::size_t index) const { return closing_[index]; }
    std::size_t depth() const { return depth_; }  // of the deepest bracket

    // Keywords are read in any case; a quoted name is no keyword.
    bool at_word(std::string_view keyword, std::size_t ahead = 0) const;
    bool at_symbol(char symbol, std::size_t ahead = 0) const;
    bool at_kind(SqlToken::Kind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
    bool at_end() const { return at_kind(SqlToken::Kind::end); }
    // A bare word that the grammar does not need otherwise, or a quoted name.
    bool at_name(std::size_t ahead = 0) const;

    // All of the words, or none.
    bool take_words(std::initializer_list<std::string_view> keywords);
    bool take_word(std::string_view keyword) { return take_words({keyword}); }
    bool take_symbol(char symbol);
    SqlToken take();
    Result<std::string> take_name(std::string_view what);
    Result<std::string> take_string(std::string_view what);
    // A word, a quoted name or a string.
    Result<std::string> take_value(std::string_view what);
    Result<std::uint64_t> take_number(std::string_view what, std::uint64_t least, std::uint64_t most);
    Result<void> require_word(std::string_view keyword);
    Result<void> require_symbol(char symbol);
    Result<void> require_end();

    // "line 1, column 6: expected `what` near 'tok'"
    Error expected(std::string_view what) const;
    // "line 1, column 6: `message`"
    Error refused(std::string_view message) const { return refused_at(at_, message); }
    Error refused_at(std::size_t index, std::string_view message) const;

private:
    Result<void> read_tokens();
    Result<void> match_brackets();

    std::string_view text_;
    std::vector<SqlToken> tokens_;
    std::vector<std::size_t> closing_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
};

}  // namespace scrim::views

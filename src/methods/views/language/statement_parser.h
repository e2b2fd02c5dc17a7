// StatementParser: a walk over the tokens of one statement, for the parts of the grammar that are ours.
//
//   SqlWords words{"DROP DGH age"};
//   SCRIM_TRY(StatementParser parser, StatementParser::of(words));
//   SCRIM_CHECK(parser.expect_word("DROP"));
//   SCRIM_TRY(std::string name, parser.take_name("the name of a DGH"));   // "line 1, column 6: expected …"
#pragma once

#include "kernel/language/cursor.h"
#include "methods/views/language/sql_tokens.h"

#include <cstdint>
#include <vector>

namespace scrim::views {

class StatementParser : public language::Cursor {
public:
    static constexpr std::size_t max_bytes = 1 << 20;
    static constexpr std::size_t max_depth = 1000;

    // UTF-8 text of at most max_bytes with one statement in it, whose brackets are closed and at most max_depth deep.
    // ';' are not among its tokens, which are taken from `words` and cut only where that was not done. The text of
    // `words` must live as long as the parser.
    static Result<StatementParser> of(SqlWords& words);

    // The place of the bracket that closes the one at `index`.
    std::size_t closing(std::size_t index) const { return closing_[index]; }
    std::size_t depth() const { return depth_; }  // of the deepest bracket

    // A bare word that the grammar does not need otherwise, or a quoted name.
    bool at_name(std::size_t ahead = 0) const;

    Result<std::string> take_name(std::string_view what);
    Result<std::string> take_string(std::string_view what);
    // A word, a quoted name or a string.
    Result<std::string> take_value(std::string_view what);
    Result<std::uint64_t> take_number(std::string_view what, std::uint64_t least, std::uint64_t most);
    Result<void> expect_end() { return at_end() ? Result<void>() : unexpected("the end"); }

private:
    using Cursor::Cursor;
    Result<void> match_brackets();

    std::vector<std::size_t> closing_;
    std::size_t depth_ = 0;
};

}  // namespace scrim::views

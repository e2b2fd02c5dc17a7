// QueryTokens: a walk over the words of a query. Words that other dialects of SQL know are refused with a reason.
//
//   names      Age  "two words"  `two words`
//   strings    'text'
//   numbers    12  .5  1e-5
//   comments   -- to the end of the line, and /* these */
#pragma once

#include "kernel/language/cursor.h"
#include "kernel/language/lexicon.h"
#include "methods/statdb/query/syntax.h"

namespace scrim::statdb::query {

const language::Lexicon& query_lexicon();

class QueryTokens : public language::Cursor {
public:
    // `text` must live as long as this.
    static Result<QueryTokens> of(std::string_view text);

    // A bare word that no clause begins with, or a quoted name.
    bool at_name() const;
    // A bare word and '('.
    bool at_call() const;
    // A number, perhaps after a sign, or a string.
    bool at_literal() const;

    Result<NameSyntax> take_name(std::string_view what);
    // Also counts: there may be 10,000.
    Result<LiteralSyntax> take_literal(std::string_view what);

    Error unexpected(std::string_view wanted) const override;

private:
    using Cursor::Cursor;

    std::size_t literals_ = 0;
};

}  // namespace scrim::statdb::query

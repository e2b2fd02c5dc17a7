// Tails: PURPOSE p RECIPIENT r at the end of a statement, or of a query in parentheses.
//
//   SELECT * FROM (SELECT * FROM patient_av PURPOSE research) RECIPIENT 'nurse'
//
// Either may come first or be left out, and '=' may stand before the value. A column may be called purpose: what stands
// where an expression must go on, as after WHERE, ',' or '=', is no tail.
#pragma once

#include "methods/views/language/statement.h"
#include "methods/views/language/statement_parser.h"

#include <span>
#include <vector>

namespace scrim::views {

struct Tail {
    std::size_t begin = 0, end = 0;  // bytes of the tail itself
    TailScope scope;
};

// The tails among `tokens` of `text`, whose brackets are closed; all of the text is the outermost scope.
Result<std::vector<Tail>> find_tails(std::string_view text, std::span<const SqlToken> tokens);

// Takes [PURPOSE p] [RECIPIENT r], in either order.
Result<void> take_tail(StatementParser& parser, std::string& purpose, std::string& recipient);

}  // namespace scrim::views

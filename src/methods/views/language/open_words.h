// Words of SQL after which an expression or a name must follow: nothing ends in them.
#pragma once

#include "methods/views/language/sql_tokens.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace scrim::views {

inline constexpr std::array open_words = {
    "SELECT", "DISTINCT", "WHERE",     "AND",   "OR",    "NOT",     "ON",      "HAVING",    "BY",
    "AS",     "IN",       "LIKE",      "ILIKE", "IS",    "THEN",    "ELSE",    "WHEN",      "CASE",
    "SET",    "FROM",     "JOIN",      "USING", "LIMIT", "OFFSET",  "UNION",   "INTO",      "EXCEPT",
    "TABLE",  "LATERAL",  "RETURNING", "WITH",  "TO",    "QUALIFY", "COLLATE", "INTERSECT", "BETWEEN"};

inline bool is_open_word(std::string_view text, const SqlToken& token) {
    return token.kind == SqlToken::Kind::word &&
           std::any_of(open_words.begin(), open_words.end(),
                       [&](std::string_view word) { return same_word(token.source(text), word); });
}

}  // namespace scrim::views

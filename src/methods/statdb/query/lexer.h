// The words of a query: names, strings, numbers and symbols, without spaces and comments (-- and /* */).
#pragma once

#include "scrim/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::statdb::query {

struct QueryToken {
    enum class Kind {
        word,    // bare: a keyword, a function or a name
        name,    // "quoted" or `quoted`
        string,  // 'quoted'
        number,  // without its sign
        symbol,
        end,
    };

    Kind kind = Kind::end;
    std::string text;         // what is meant: without quotes
    std::string_view source;  // as it was written; lives as long as the query's text
    std::size_t place = 1;    // in characters, from 1
};

// The last token is the end.
Result<std::vector<QueryToken>> split_query(std::string_view text);

}  // namespace scrim::statdb::query

// Token: a word of a language, as Lexer cuts it.
#pragma once

#include "kernel/language/place.h"

#include <string>
#include <string_view>

namespace scrim::language {

struct Token {
    enum class Kind {
        word,           // bare: a keyword or a name
        name,           // "quoted"
        string,         // 'quoted' or, in SQL, $tag$quoted$tag$
        escape_string,  // E'quoted\n'
        number,         // without its sign
        parameter,      // ?, $1, $name
        symbol,
        end,
    };

    Kind kind = Kind::end;
    std::size_t begin = 0, end = 0;  // bytes of the text
    std::string text = {};           // what is meant: without quotes; an escape_string as it is written
    Place place = {};

    // As it is written.
    std::string_view source(std::string_view whole) const { return whole.substr(begin, end - begin); }
    bool is(std::string_view symbol) const { return kind == Kind::symbol && text == symbol; }
    // In the same case.
    bool is_word(std::string_view word) const { return kind == Kind::word && text == word; }
};

// Letter case does not matter.
bool same_word(std::string_view a, std::string_view b);

}  // namespace scrim::language

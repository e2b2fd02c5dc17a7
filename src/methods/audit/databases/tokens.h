// The tokens of an .audit file. Spaces and comments (% or # to the end of the line) stand between them.
//
//   words      PDA  john  _   letters, digits and _, beginning with a letter or _; all bytes beyond ASCII are letters
//   numbers    12  0.25       a point belongs to a number where a digit follows
//   quoted     'two words' "it's"   the quote inside is written twice
//   symbols    ( ) { } , . | / % … :- <- -> <= != =
#pragma once

#include "methods/audit/databases/program.h"
#include "scrim/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace scrim::audit::databases {

struct Token {
    enum class Kind { word, number, quoted, symbol, end };
    Kind kind = Kind::end;
    std::string text;  // without quotes
    Place place;
    std::size_t begin = 0, end = 0;  // bytes of the text

    bool is(std::string_view symbol) const { return kind == Kind::symbol && text == symbol; }
    bool is_word(std::string_view word) const { return kind == Kind::word && text == word; }
};

// "hospital.audit, line 3, column 7: "
std::string place_text(const std::string& name, Place place);

// The last token is `end`. `name` is for messages.
Result<std::vector<Token>> read_tokens(std::string_view text, const std::string& name);

}  // namespace scrim::audit::databases

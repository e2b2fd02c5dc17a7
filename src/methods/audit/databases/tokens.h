// The tokens of an .audit file. Spaces and comments (% or # to the end of the line) stand between them.
//
//   words      PDA  john  _   letters, digits and _, beginning with a letter or _; all bytes beyond ASCII are letters
//   numbers    12  0.25       a point belongs to a number where a digit follows
//   quoted     'two words' "it's"   the quote inside is written twice
//   symbols    ( ) { } , . | / % … :- <- -> <= != =
#pragma once

#include "kernel/language/source.h"
#include "kernel/language/token.h"
#include "scrim/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace scrim::audit::databases {

using language::Place;
using language::Token;

// The text with its name, for errors.
language::Source audit_source(std::string_view text, const std::string& name);

// "hospital.audit, line 3, column 7: "
std::string place_text(const std::string& name, Place place);

// The last token is the end.
Result<std::vector<Token>> read_tokens(std::string_view text, const std::string& name);

}  // namespace scrim::audit::databases

// AVLIKE, as the paper writes it: WHERE zipcode AVLIKE '88512', and NOT AVLIKE. It is what = and <> mean on the labels
// of a view ("may be", "may differ"), and is written so for the engine, without moving what stands behind it.
//
// A column or table may be called avlike where the word cannot be an operator: where nothing stands before it that
// could be compared, or nothing after it; "avlike" in quotes is always a name.
#pragma once

#include "methods/views/language/sql_tokens.h"

#include <span>
#include <string>
#include <string_view>

namespace scrim::views {

// `tokens` are those of `text`, or of a text of which it is a copy with other spaces.
void write_avlike_out(std::string& text, std::span<const SqlToken> tokens);

}  // namespace scrim::views

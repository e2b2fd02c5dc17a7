// LIKE as SQL has it: % is any text, _ one character, and a backslash takes the next one as it is.
#pragma once

#include <string_view>

namespace scrim::postgres {

bool is_like(std::string_view text, std::string_view pattern);

}  // namespace scrim::postgres

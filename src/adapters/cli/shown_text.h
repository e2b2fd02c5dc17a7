// Text as a terminal may show it: data cannot move the cursor, change colors or turn the direction of reading. Control
// characters and bytes that are no UTF-8 become \x07, others that are not seen \u202e.
//
//   shown("Zoë\n").text == "Zoë\\x0a", .width == 7
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace scrim::cli {

struct ShownText {
    std::string text;
    std::size_t width = 0;  // columns of a terminal, by wcwidth
};

ShownText shown(std::string_view text);

// The length of the UTF-8 character that `text` begins with, 0 when its first byte begins none.
std::size_t utf8_length(std::string_view text);

}  // namespace scrim::cli

// Characters of UTF-8 text: code points, not bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace scrim::hierarchy {

std::size_t count_characters(std::string_view text);
// The first `count` characters, or all of the text where it has fewer.
std::string_view first_characters(std::string_view text, std::size_t count);

}  // namespace scrim::hierarchy

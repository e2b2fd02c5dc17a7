// Place: where in a text something stands, in lines and characters from 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace scrim::language {

struct Place {
    std::uint32_t line = 1, column = 1;
};

// Is this the first byte of a character of UTF-8?
constexpr bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

// The place behind `text`, which begins at `from`.
Place after(Place from, std::string_view text);
// Of a byte of UTF-8 text.
Place place_of(std::string_view text, std::size_t byte);

// "line 2, column 14"; of a text that usually is one line, and `short_form`, "column 14" in its first.
std::string to_string(Place place, bool short_form = false);

}  // namespace scrim::language

// What a byte is in ASCII, whatever the locale; the bytes of other letters in UTF-8 count as letters of words.
#pragma once

namespace scrim {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
// Blanks and line ends, also the old ones (vertical tab, form feed).
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool begins_word(char c) { return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace scrim

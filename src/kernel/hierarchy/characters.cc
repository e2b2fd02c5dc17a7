#include "kernel/hierarchy/characters.h"

#include <algorithm>

namespace scrim::hierarchy {
namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

}  // namespace

std::size_t count_characters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string_view first_characters(std::string_view text, std::size_t count) {
    for (std::size_t at = 0; at < text.size(); ++at)
        if (begins_character(text[at]) && count-- == 0) return text.substr(0, at);
    return text;
}

}  // namespace scrim::hierarchy

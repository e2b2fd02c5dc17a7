#include "kernel/language/place.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::language {

Place place_of(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, byte);
    const std::string_view in_line = before.substr(before.rfind('\n') + 1);
    return {static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n')),
            static_cast<std::uint32_t>(1 + std::count_if(in_line.begin(), in_line.end(), begins_character))};
}

std::string to_string(Place place, bool short_form) {
    if (short_form && place.line == 1) return format("column {}", place.column);
    return format("line {}, column {}", place.line, place.column);
}

}  // namespace scrim::language

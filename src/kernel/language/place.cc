#include "kernel/language/place.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::language {

Place after(Place from, std::string_view text) {
    const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
    const std::string_view in_line = text.substr(text.rfind('\n') + 1);
    const auto characters = static_cast<std::uint32_t>(std::count_if(in_line.begin(), in_line.end(), begins_character));
    return lines == 0 ? Place{from.line, from.column + characters} : Place{from.line + lines, 1 + characters};
}

Place place_of(std::string_view text, std::size_t byte) { return after({}, text.substr(0, byte)); }

std::string to_string(Place place, bool short_form) {
    if (short_form && place.line == 1) return format("column {}", place.column);
    return format("line {}, column {}", place.line, place.column);
}

}  // namespace scrim::language

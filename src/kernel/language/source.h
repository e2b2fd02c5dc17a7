// Source: a text that is read, and how its errors say where something is wrong.
//
//   Source source{.text = query, .short_form = true};
//   return source.error(token.place, "expected a name");   // column 14: expected a name
#pragma once

#include "kernel/language/place.h"
#include "scrim/result.h"

#include <string>
#include <string_view>

namespace scrim::language {

struct Source {
    std::string_view text = {};  // lives longer
    std::string title = {};      // before the place: "hospital.audit, "
    bool short_form = false;     // usually one line: "column 14" in it, and not "line 1, column 14"

    Error error(Place place, std::string_view message) const;
    Error error_at(std::size_t byte, std::string_view message) const { return error(place_of(text, byte), message); }
};

}  // namespace scrim::language

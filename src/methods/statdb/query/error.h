// Errors of a query begin with the place of the word that is wrong.
#pragma once

#include "kernel/core/text.h"
#include "kernel/language/place.h"
#include "scrim/result.h"

namespace scrim::statdb::query {

using language::Place;

inline Error query_error(Place place, std::string_view message) {
    return input_error(format("{}: {}", to_string(place, true), message));
}

// What is selected beside aggregates has to be a group.
inline Error no_group(Place place, const std::string& title) {
    return query_error(place, format("{} is selected and is no group; add it to GROUP BY, or ask for an aggregate "
                                     "such as COUNT(*)",
                                     quoted(title)));
}

}  // namespace scrim::statdb::query

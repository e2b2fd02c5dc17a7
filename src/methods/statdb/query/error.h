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

}  // namespace scrim::statdb::query

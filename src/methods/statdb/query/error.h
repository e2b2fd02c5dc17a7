// Errors of a query begin with the place of the word that is wrong, in characters from 1.
#pragma once

#include "kernel/core/text.h"
#include "scrim/result.h"

namespace scrim::statdb::query {

inline Error query_error(std::size_t place, std::string_view message) {
    return input_error(format("column {}: {}", place, message));
}

}  // namespace scrim::statdb::query

// Where a written number or date cuts the ordered values of a domain. Exact: a value need not be in the domain, and may
// have any number of digits.
#pragma once

#include "kernel/core/domain.h"

namespace scrim::statdb::query {

struct Cut {
    Code at_least = 0;  // the first value >= what was written
    Code above = 0;     // the first value > it
};

// For a domain of numbers, dates or timestamps; nothing when the text is not of its kind. Dates and timestamps may be
// compared with each other: a date is its first moment.
std::optional<Cut> cut_at(std::string_view text, const Domain& domain);

}  // namespace scrim::statdb::query

// Intervals of numbers, dates and timestamps as people write them.
#pragma once

#include "core/domain.h"

#include <optional>
#include <string_view>

namespace scrim {

// The values of a numeric domain inside "[20, 24]", "(19, 25)", "[20, 25[", "]19, 24]", "[20-24]", "20-24", "<20",
// "<=19", ">=65" or ">64"; nothing when the label is none of these or no value lies inside. NULL lies in no interval.
std::optional<Span> span_of_interval(std::string_view label, const Domain& domain);

}  // namespace scrim

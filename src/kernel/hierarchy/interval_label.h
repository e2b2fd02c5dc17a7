// Intervals of numbers, dates and timestamps as people write them.
#pragma once

#include "kernel/core/domain.h"
#include "kernel/core/number_text.h"

#include <optional>
#include <string_view>

namespace scrim::hierarchy {

struct Interval {
    std::optional<Decimal> low, high;  // nothing: it goes on for ever
    bool with_low = true, with_high = true;
};

// "[20, 24]", "(19, 25)", "[20, 25[", "]19, 24]", "[20-24]", "20-24", "<20", "<=19", ">=65" or ">64", whose bounds
// read_bound understands; nothing for other labels. It may be empty.
std::optional<Interval> read_interval(std::string_view label, std::optional<Decimal> (*read_bound)(std::string_view));

// The values of a numeric domain inside such an interval; nothing when the label is none or no value lies inside. NULL
// lies in no interval.
std::optional<Span> span_of_interval(std::string_view label, const Domain& domain);
// Is the label an interval of such values, whether or not one of `domain` lies inside?
bool reads_as_interval(std::string_view label, const Domain& domain);

}  // namespace scrim::hierarchy

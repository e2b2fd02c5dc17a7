// Intervals for analysts: what a release prints as "[20, 24]", as two columns of numbers or as the number in the
// middle.
//
// A column is one of intervals where every value but NULL and "*" is an interval of numbers, of dates or of timestamps,
// or a single one, and at least one is an interval. Its ends are as printed: whether an end belongs to the interval is
// not told. NULL stands for NULL, for "*" and for an end that is not there. The middle is exact; that of dates is a
// date.
#pragma once

#include "kernel/core/table.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::hierarchy {

enum class IntervalsAs { text, columns, midpoint };
// "text", "columns", "midpoint"
std::optional<IntervalsAs> parse_intervals_as(std::string_view text);

// One printed value: its ends and its middle as they print. Nothing of a label that is neither of numbers nor of dates.
struct LabelEnds {
    std::optional<std::string> low, high, middle;
};
std::optional<LabelEnds> label_ends(std::string_view label);

// The table with such columns (age) in that form: age_lo and age_hi, or age as numbers. Others are as they were, rows
// too.
Table with_intervals(Table table, IntervalsAs as);

}  // namespace scrim::hierarchy

// Hierarchies made from the data: intervals of numbers, calendar units of dates, prefixes of codes.
//
// The leaves are not the values that occur but all that could: every number, date or code from the first to the last
// unit of the coarsest level that holds one, while these are at most 131,072 (so all codes of five digits). Then the
// file does not tell who is in the data, and next year's data fit too. Beyond that, and for timestamps and codes of
// several shapes, the leaves are the values seen.
//
// The top is always "*" and NULL is left out: with_null() adds it. An empty list of levels gives the values below "*".
//
//   SCRIM_TRY(Hierarchy age, build_intervals(ages, {5, 10, 20}));   // 23 -> [20, 24] -> [20, 29] -> [20, 39] -> *
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/hierarchy/hierarchy.h"

#include <string>
#include <vector>

namespace scrim::hierarchy {

inline constexpr std::uint32_t most_filled_leaves = 131'072;

// Intervals of the given widths, each a multiple of the one before, that begin at multiples of their width: [20, 24]
// for whole numbers, [20, 25) for others.
Result<Hierarchy> build_intervals(const Domain& domain, const std::vector<Ratio>& widths);
// Calendar units of dates and timestamps, named from fine to coarse among day, month, quarter, year, decade:
// 2024-02-29 -> 2024-02 -> 2024-Q1 -> 2024 -> 2020s.
Result<Hierarchy> build_dates(const Domain& domain, const std::vector<std::string>& units);
// 88512 -> 8851* -> 885** for `masked` {1, 2}: how many of the last characters each level masks, increasing. Values are
// aligned at their left end: a mask keeps as many characters as remain of the longest value, a shorter value that has
// not so many stays itself, and "885**" means 885 with at most two characters more. Levels that would join nothing are
// left out.
Result<Hierarchy> build_prefixes(const Domain& domain, const std::vector<int>& masked);

}  // namespace scrim::hierarchy

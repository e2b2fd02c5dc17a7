// The distribution of a column that a release shows: which share of its records has which value.
//
// Cells that print one value tell it. A cell that prints several tells that the record has one of them, and is spread
// over them by the shares that all cells together show. With `power` 1 that is the self-consistent estimate of censored
// data (Turnbull: The empirical distribution function with arbitrarily grouped, censored and truncated data, JRSS B 38,
// 1976), begun with all values alike and computed in rounds:
//
//   shares(v) = mean over the records of [v in its cell] · weight(v) / weight(its cell),  weight(v) = shares(v) ^ power
//
// It would be right if cells were widened whatever their values. But classes hide rare values more often than frequent
// ones, so that what is hidden is more even than what is shown: powers below 1 say so, down to 0, which spreads cells
// evenly. hidden_numbers and hidden_categories were best on ACS 2018.
//
// Example: cells 1, 1, 1, 2 and {1, 2}: shares of 3/4 and 1/4 with power 1, of 0.7 and 0.3 with power 0.
#pragma once

#include "methods/statdb/query/spans.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::querying {

using statdb::query::Spans;

inline constexpr double hidden_numbers = 0.75, hidden_categories = 0.5;
inline constexpr int shown_rounds = 10;

// What cells are spread by: of atoms of so many values each, with these shares. An atom's values are alike.
std::vector<double> weights_of(std::span<const double> values, std::span<const double> shares, double power);

// The shares of the atoms, which add up to 1. `records[c]` print cells[c]. A cell without any value counts for nothing;
// all 0 where no cell has one.
std::vector<double> shown_shares(std::span<const double> values, std::span<const Spans> cells,
                                 std::span<const std::uint64_t> records, double power, int rounds = shown_rounds);

}  // namespace scrim::querying

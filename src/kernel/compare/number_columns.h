// The columns of numbers and dates, as numbers: what a record that prints a span is expected to hold is the mean of the
// span's values.
#pragma once

#include "kernel/compare/comparison.h"

namespace scrim::compare {

struct NumberColumn {
    std::size_t attribute = 0;
    std::vector<double> of_release;   // by label; NaN where NULL is printed
    std::vector<double> of_original;  // by code
};

// Those that hold two different values in the original at least.
std::vector<NumberColumn> number_columns(const Comparison& input);

// Pearson's correlation of two columns over the rows that have both; nothing where one of them does not vary.
std::optional<double> correlation(const Side& side, std::size_t a, const std::vector<double>& of_a, std::size_t b,
                                  const std::vector<double>& of_b);
// The standard deviation (n - 1) over the rows that have a value.
double standard_deviation(const Side& side, std::size_t attribute, const std::vector<double>& by_label);

}  // namespace scrim::compare

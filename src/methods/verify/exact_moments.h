// Means and covariances of a table's columns as exact fractions, and whether two of them are as near as promised.
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/core/tuples.h"

#include <cstddef>
#include <optional>

namespace scrim::verifier {

// Over the rows where both are not missing; nothing where there are none, a column is no number or date, or 128 bits do
// not hold the sums.
std::optional<Ratio> exact_mean(const Tuples& rows, std::size_t column);
std::optional<Ratio> exact_covariance(const Tuples& rows, std::size_t x, std::size_t y);

// |a - factor * b| <= tolerance; nothing where 128 bits do not hold it.
std::optional<bool> within(const Ratio& a, const Ratio& factor, const Ratio& b, const Ratio& tolerance);

}  // namespace scrim::verifier

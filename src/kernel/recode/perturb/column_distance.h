// ColumnDistance: how far apart two records are, in standard deviations of the columns.
//
// The distance that embedding.h is about, from the values themselves: of categories with more nodes than it has
// coordinates for, too. The square of the distance is the sum over the columns of the square of the numbers'
// difference, or of the number of steps between two categories (steps_between()), divided by the column's variance (of
// n - 1). A category's variance is the sum over all nodes below the top of c (n - c) / (n (n - 1)), where c of the n
// records are at or below the node. A column without variance counts nothing.
//
//   const ColumnDistance distance(columns, records);
//   std::sqrt(distance.squared(a, b));
#pragma once

#include "kernel/recode/perturb/embedding.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::recode::perturb {

class ColumnDistance {
public:
    // None of `records` is NULL in any of the columns, which outlive this.
    ColumnDistance(std::span<const EmbeddedColumn> columns, std::span<const std::uint32_t> records);

    double squared(std::uint32_t a, std::uint32_t b) const;

private:
    std::vector<EmbeddedColumn> columns_;
    std::vector<double> variance_;  // of numbers in units of their domain's scale
};

}  // namespace scrim::recode::perturb

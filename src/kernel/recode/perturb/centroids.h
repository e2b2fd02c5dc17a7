// Centroids: the one value that all records of a group print in a column.
//
// Of numbers, dates and timestamps: the mean, rounded to the grid of the column (number_column.h), halves away from
// zero. Of categories: the group's value with the fewest steps in the hierarchy to all of the group's values
// (Domingo-Ferrer, Torra 2005; Martínez, Sánchez, Valls 2012); without a hierarchy that is the most frequent one. Of
// equally good ones the first in the order of the domain.
#pragma once

#include "kernel/core/groups.h"
#include "kernel/recode/perturbation.h"

namespace scrim::recode::perturb {

// Column c of the chosen ones, with the centroid of each group at its records. Every record is in one group, and a
// group misses the column as a whole or not at all.
Column with_centroids(const Records& records, std::size_t c, const Groups<std::uint32_t>& groups);

// What is kept of such a column: the mean, up to half a step of rounding, or that its values occur.
Kept kept_by_centroids(const RecordColumn& column);

}  // namespace scrim::recode::perturb

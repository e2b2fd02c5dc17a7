// Embedding: columns of numbers and categories as points, in which every column weighs the same.
//
// A number is its distance from the column's mean in standard deviations (of n - 1). Two categories are as far apart as
// the way between them in their hierarchy is long: that distance is the square of one in a Euclidean space with a
// coordinate for each node but the top, in which a value has the same amount at each node above it, its own leaf
// included, and 0 elsewhere. Without a hierarchy all values are equally far apart. Categories are scaled so that the
// column's variance is 1, like that of numbers. A column with more than `most_coordinates` nodes is folded into so many
// coordinates by signs that depend on the node alone; distances are then approximate.
#pragma once

#include "kernel/core/table.h"
#include "kernel/hierarchy/hierarchy.h"
#include "kernel/recode/perturb/point_set.h"

#include <span>
#include <vector>

namespace scrim::recode::perturb {

constexpr std::size_t most_coordinates = 32;  // of a column of categories

struct EmbeddedColumn {
    const Column* values = nullptr;
    const hierarchy::Hierarchy* hierarchy = nullptr;  // of categories, over their domain; null for none
};

// The records, none of which is NULL in any of the columns, in their order.
PointSet embed(std::span<const EmbeddedColumn> columns, std::span<const std::uint32_t> records);

// The number of steps between two categories; 0 or 2 without a hierarchy.
std::uint32_t steps_between(const hierarchy::Hierarchy* hierarchy, Code a, Code b);

}  // namespace scrim::recode::perturb

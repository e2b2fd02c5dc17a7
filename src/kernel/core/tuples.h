// Tuples: the different rows of a table with how often each occurs. What most methods work on, instead of rows.
#pragma once

#include "kernel/core/table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim {

struct Tuples {
    Table table;                         // the different rows, ascending by the first column, then the second, …
    std::vector<std::uint32_t> weights;  // how often each occurs, > 0
    std::uint64_t total = 0;             // sum of the weights

    std::size_t size() const { return weights.size(); }
};

// The different tuples on `columns`, in that order of columns. At most 2^32 - 1 rows in all.
Tuples distinct_tuples(const Table& table, std::span<const std::size_t> columns);
// The different rows of a table that nobody needs afterwards: it is freed as soon as possible.
Tuples distinct_tuples(Table&& table);
// The same of rows that already carry weights: projecting and adding up.
Tuples distinct_tuples(const Tuples& tuples, std::span<const std::size_t> columns);
Tuples distinct_tuples(Tuples&& tuples);
// Where the tuples of equal values on the first `columns` columns begin, and, last, tuples.size().
std::vector<std::uint32_t> run_offsets(const Tuples& tuples, std::size_t columns);

}  // namespace scrim

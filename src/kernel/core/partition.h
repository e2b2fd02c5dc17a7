// Partition: the rows of a table in classes, as a permutation of the rows and the offset at which each class begins.
//
//   Partition classes = group_by(table, {0, 2});
//   for (std::size_t c = 0; c < classes.size(); ++c)
//       for (std::uint32_t row : classes[c]) …
#pragma once

#include "kernel/core/groups.h"
#include "kernel/core/table.h"

#include <span>
#include <utility>

namespace scrim {

class Partition {
public:
    explicit Partition(Groups<std::uint32_t> classes) : classes_(std::move(classes)) {}

    std::size_t size() const { return classes_.size(); }
    std::size_t rows() const { return classes_.members.size(); }
    std::span<const std::uint32_t> operator[](std::size_t c) const { return classes_[c]; }

private:
    Groups<std::uint32_t> classes_;
};

// The classes of rows with equal codes on `columns`, in the order of their tuples; rows of a class keep their order. A
// table has fewer than 2^32 rows. No columns: one class of all rows.
Partition group_by(const Table& table, std::span<const std::size_t> columns);

}  // namespace scrim

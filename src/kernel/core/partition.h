// Partition: the rows of a table in classes, as a permutation of the rows and the offset at which each class begins.
//
//   Partition classes = group_by(table, {0, 2});
//   for (std::size_t c = 0; c < classes.size(); ++c)
//       for (std::uint32_t row : classes[c]) …
#pragma once

#include "kernel/core/table.h"

#include <span>
#include <vector>

namespace scrim {

class Partition {
public:
    // `offsets` ascends from 0 to rows.size().
    Partition(std::vector<std::uint32_t> rows, std::vector<std::uint32_t> offsets)
        : rows_(std::move(rows)), offsets_(std::move(offsets)) {}

    std::size_t size() const { return offsets_.size() - 1; }
    std::size_t rows() const { return rows_.size(); }
    std::span<const std::uint32_t> operator[](std::size_t c) const {
        return std::span(rows_).subspan(offsets_[c], offsets_[c + 1] - offsets_[c]);
    }

private:
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> offsets_;
};

// The classes of rows with equal codes on `columns`, in the order of their tuples; rows of a class keep their order. A
// table has fewer than 2^32 rows. No columns: one class of all rows.
Partition group_by(const Table& table, std::span<const std::size_t> columns);

}  // namespace scrim

// Packed keys: the codes of several columns side by side in one 64-bit word, the first column in the highest bits, so
// that comparing keys compares tuples.
#pragma once

#include "kernel/core/table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim {

class PackedKey {
public:
    // Columns whose codes need more than 64 bits together do not fit.
    static unsigned bits_of(const Column& column);

    PackedKey(const Table& table, std::span<const std::size_t> columns);

    unsigned bits() const { return bits_; }
    // The keys of all rows, or of the given rows in their order.
    std::vector<std::uint64_t> pack() const;
    std::vector<std::uint64_t> pack(std::span<const std::uint32_t> rows) const;
    // The i-th column's code in a key.
    Code unpack(std::uint64_t key, std::size_t i) const {
        return static_cast<Code>((key >> fields_[i].shift) & ((std::uint64_t{1} << fields_[i].bits) - 1));
    }

private:
    struct Field {
        const Column* column;
        unsigned shift;
        unsigned bits;
    };
    std::vector<Field> fields_;
    unsigned bits_ = 0;
};

// Splits columns, in order, into the fewest groups whose keys fit 64 bits each.
std::vector<std::vector<std::size_t>> key_groups(const Table& table, std::span<const std::size_t> columns);

}  // namespace scrim

#include "kernel/core/packed_key.h"

#include "kernel/core/parallel.h"

#include <bit>

namespace scrim {
namespace {

constexpr std::size_t grain = std::size_t{1} << 15;

}  // namespace

unsigned PackedKey::bits_of(const Column& column) {
    const Code size = column.domain().size();
    return size <= 1 ? 0 : static_cast<unsigned>(std::bit_width(size - 1));
}

PackedKey::PackedKey(const Table& table, std::span<const std::size_t> columns) {
    for (const std::size_t column : columns) fields_.push_back({&table[column], 0, bits_of(table[column])});
    for (auto field = fields_.rbegin(); field != fields_.rend(); ++field) {
        field->shift = bits_ == 64 ? 0 : bits_;  // a field of no bits may come after a full word
        bits_ += field->bits;
    }
}

std::vector<std::uint64_t> PackedKey::pack() const {
    const std::size_t rows = fields_.empty() ? 0 : fields_.front().column->size();
    std::vector<std::uint64_t> keys(rows);
    parallel_for(0, rows, grain, [&](std::size_t begin, std::size_t end) {
        for (const Field& field : fields_)
            field.column->visit([&](auto codes) {
                for (std::size_t row = begin; row < end; ++row) keys[row] |= std::uint64_t{codes[row]} << field.shift;
            });
    });
    return keys;
}

std::vector<std::uint64_t> PackedKey::pack(std::span<const std::uint32_t> rows) const {
    std::vector<std::uint64_t> keys(rows.size());
    parallel_for(0, rows.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (const Field& field : fields_)
            field.column->visit([&](auto codes) {
                for (std::size_t i = begin; i < end; ++i) keys[i] |= std::uint64_t{codes[rows[i]]} << field.shift;
            });
    });
    return keys;
}

std::vector<std::vector<std::size_t>> key_groups(const Table& table, std::span<const std::size_t> columns) {
    std::vector<std::vector<std::size_t>> groups;
    unsigned used = 64;
    for (const std::size_t column : columns) {
        const unsigned bits = PackedKey::bits_of(table[column]);
        if (groups.empty() || used + bits > 64) {
            groups.emplace_back();
            used = 0;
        }
        groups.back().push_back(column);
        used += bits;
    }
    return groups;
}

}  // namespace scrim

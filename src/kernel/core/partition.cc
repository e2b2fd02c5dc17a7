#include "kernel/core/partition.h"

#include "kernel/core/packed_key.h"
#include "kernel/core/radix_sort.h"

#include <numeric>

namespace scrim {

Partition group_by(const Table& table, std::span<const std::size_t> columns) {
    std::vector<std::uint32_t> rows(table.rows());
    std::iota(rows.begin(), rows.end(), 0u);
    std::vector<bool> starts(rows.size(), false);  // a new class starts at this position
    const auto groups = key_groups(table, columns);

    // Least significant group first: the sort is stable.
    for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
        const PackedKey packed(table, *group);
        std::vector<std::uint64_t> keys = packed.pack(rows);
        radix_sort(keys, rows, packed.bits());
    }
    for (const auto& group : groups) {
        const std::vector<std::uint64_t> keys = PackedKey(table, group).pack(rows);
        for (std::size_t i = 1; i < keys.size(); ++i)
            if (keys[i] != keys[i - 1]) starts[i] = true;
    }

    std::vector<std::uint32_t> offsets{0};
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (starts[i]) offsets.push_back(static_cast<std::uint32_t>(i));
    if (!rows.empty()) offsets.push_back(static_cast<std::uint32_t>(rows.size()));
    return Partition({std::move(rows), std::move(offsets)});
}

}  // namespace scrim

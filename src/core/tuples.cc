#include "core/tuples.h"

#include "core/packed_key.h"
#include "core/parallel.h"
#include "core/partition.h"
#include "core/radix_sort.h"

#include <algorithm>
#include <numeric>

namespace scrim {
namespace {

constexpr std::size_t grain = std::size_t{1} << 15;

// Sorted keys become the different keys, `weights` their sums; rows weigh 1 each when `weights` is empty.
void merge_equal(std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& weights) {
    const bool weighted = !weights.empty();
    if (!weighted) {
        std::size_t different = keys.empty() ? 0 : 1;
        for (std::size_t i = 1; i < keys.size(); ++i) different += keys[i] != keys[i - 1];
        weights.resize(different);
    }
    std::size_t out = 0;
    for (std::size_t i = 0; i < keys.size();) {
        const std::uint64_t key = keys[i];
        std::uint32_t sum = 0;
        std::size_t end = i;
        for (; end < keys.size() && keys[end] == key; ++end) sum += weighted ? weights[end] : 1;
        keys[out] = key;
        weights[out++] = sum;
        i = end;
    }
    keys.resize(out);
    weights.resize(out);
    weights.shrink_to_fit();
}

Tuples from_keys(const Table& table, std::span<const std::size_t> columns, std::vector<std::uint32_t> weights) {
    const PackedKey packed(table, columns);
    std::vector<std::uint64_t> keys = packed.pack();
    radix_sort(keys, weights, packed.bits());
    merge_equal(keys, weights);

    Tuples tuples;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        Column column(table[columns[i]].domain_ptr(), keys.size());
        column.visit([&](auto codes) {
            using Narrow = typename decltype(codes)::value_type;
            parallel_for(0, keys.size(), grain, [&](std::size_t begin, std::size_t end) {
                for (std::size_t t = begin; t < end; ++t) codes[t] = static_cast<Narrow>(packed.unpack(keys[t], i));
            });
        });
        tuples.table.add(table.name(columns[i]), std::move(column));
    }
    tuples.weights = std::move(weights);
    return tuples;
}

// For columns too wide for one key.
Tuples from_partition(const Table& table, std::span<const std::size_t> columns, std::span<const std::uint32_t> weights) {
    const Partition classes = group_by(table, columns);
    Tuples tuples;
    for (const std::size_t c : columns) {
        Column column(table[c].domain_ptr(), classes.size());
        table[c].visit([&](auto source) {
            column.visit([&](auto codes) {
                for (std::size_t t = 0; t < classes.size(); ++t)
                    codes[t] = static_cast<typename decltype(codes)::value_type>(source[classes[t].front()]);
            });
        });
        tuples.table.add(table.name(c), std::move(column));
    }
    tuples.weights.resize(classes.size());
    for (std::size_t t = 0; t < classes.size(); ++t)
        for (const std::uint32_t row : classes[t]) tuples.weights[t] += weights.empty() ? 1 : weights[row];
    return tuples;
}

Tuples distinct(const Table& table, std::span<const std::size_t> columns, const std::vector<std::uint32_t>& weights) {
    Tuples tuples = key_groups(table, columns).size() == 1 ? from_keys(table, columns, weights)
                                                           : from_partition(table, columns, weights);
    tuples.total = std::accumulate(tuples.weights.begin(), tuples.weights.end(), std::uint64_t{0});
    return tuples;
}

}  // namespace

Tuples distinct_tuples(const Table& table, std::span<const std::size_t> columns) { return distinct(table, columns, {}); }

Tuples distinct_tuples(const Tuples& tuples, std::span<const std::size_t> columns) {
    return distinct(tuples.table, columns, tuples.weights);
}

std::vector<std::uint32_t> run_offsets(const Tuples& tuples, std::size_t columns) {
    const std::size_t rows = tuples.size();
    std::vector<std::uint8_t> starts(rows, 0);
    for (std::size_t c = 0; c < columns; ++c)
        tuples.table[c].visit([&](auto codes) {
            parallel_for(1, std::max<std::size_t>(rows, 1), grain, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) starts[i] |= codes[i] != codes[i - 1];
            });
        });
    if (rows > 0) starts[0] = 1;
    std::vector<std::uint32_t> offsets;
    offsets.reserve(static_cast<std::size_t>(std::count(starts.begin(), starts.end(), 1)) + 1);
    for (std::size_t i = 0; i < rows; ++i)
        if (starts[i]) offsets.push_back(static_cast<std::uint32_t>(i));
    offsets.push_back(static_cast<std::uint32_t>(rows));
    return offsets;
}

}  // namespace scrim

#include "kernel/core/tuples.h"

#include "kernel/core/packed_key.h"
#include "kernel/core/parallel.h"
#include "kernel/core/partition.h"
#include "kernel/core/radix_sort.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace scrim {
namespace {

constexpr std::size_t grain = std::size_t{1} << 15;
constexpr std::uint64_t most_counted_cells = std::uint64_t{1} << 22;  // 16 MB of counters

// Keys with a weight in their lowest bits, sorted: equal keys become one, and their weights are added up. With no bits
// for weights, each weighs 1.
std::vector<std::uint32_t> merge_equal(std::vector<std::uint64_t>& keys, unsigned weight_bits) {
    const auto key_of = [&](std::size_t i) { return keys[i] >> weight_bits; };
    const auto weight_of = [&](std::size_t i) {
        return weight_bits == 0 ? 1 : static_cast<std::uint32_t>(keys[i] & ((std::uint64_t{1} << weight_bits) - 1));
    };
    std::size_t different = keys.empty() ? 0 : 1;
    for (std::size_t i = 1; i < keys.size(); ++i) different += key_of(i) != key_of(i - 1);
    std::vector<std::uint32_t> weights(different, 0);
    for (std::size_t i = 0, out = 0; i < keys.size(); ++out) {
        const std::uint64_t key = key_of(i);
        for (; i < keys.size() && key_of(i) == key; ++i) weights[out] += weight_of(i);
        keys[out] = key;
    }
    keys.resize(different);
    return weights;
}

unsigned bits_of_weights(std::span<const std::uint32_t> weights) {
    return weights.empty() ? 0
                           : static_cast<unsigned>(std::bit_width(*std::max_element(weights.begin(), weights.end())));
}

// `consumed` (the table, or null) is emptied once its keys are made.
Tuples from_keys(const Table& table, std::span<const std::size_t> columns, std::span<const std::uint32_t> weights,
                 Table* consumed) {
    std::vector<std::pair<std::string, DomainPtr>> made;
    for (const std::size_t c : columns) made.emplace_back(table.name(c), table[c].domain_ptr());
    const PackedKey packed(table, columns);
    std::vector<std::uint64_t> keys = packed.pack();
    if (consumed) *consumed = Table();

    const unsigned weight_bits = bits_of_weights(weights);
    if (weight_bits > 0)
        parallel_for(0, keys.size(), grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) keys[i] = keys[i] << weight_bits | weights[i];
        });
    std::vector<std::uint32_t> no_companions;
    radix_sort(keys, no_companions, packed.bits(), weight_bits);

    Tuples tuples;
    tuples.weights = merge_equal(keys, weight_bits);
    for (std::size_t i = 0; i < made.size(); ++i) {
        Column column(made[i].second, keys.size());
        column.visit([&](auto codes) {
            using Narrow = typename decltype(codes)::value_type;
            parallel_for(0, keys.size(), grain, [&](std::size_t begin, std::size_t end) {
                for (std::size_t t = begin; t < end; ++t) codes[t] = static_cast<Narrow>(packed.unpack(keys[t], i));
            });
        });
        tuples.table.add(made[i].first, std::move(column));
    }
    return tuples;
}

// How many different tuples the columns could hold, 0 when that does not fit 32 bits.
std::uint64_t cells_of(const Table& table, std::span<const std::size_t> columns) {
    std::uint64_t cells = 1;
    for (const std::size_t c : columns) {
        cells *= table[c].domain().size();
        if (cells > UINT32_MAX) return 0;
    }
    return cells;
}

// For columns of few possible tuples: counting them all is faster than sorting the rows.
Tuples from_counts(const Table& table, std::span<const std::size_t> columns, std::span<const std::uint32_t> weights,
                   std::uint64_t cells) {
    std::vector<std::uint32_t> places(table.rows(), 0);  // of each row among all possible tuples
    for (const std::size_t c : columns)
        table[c].visit([&](auto codes) {
            const std::uint32_t size = table[c].domain().size();
            parallel_for(0, places.size(), grain, [&](std::size_t begin, std::size_t end) {
                for (std::size_t row = begin; row < end; ++row) places[row] = places[row] * size + codes[row];
            });
        });
    std::vector<std::uint32_t> counts(cells, 0);
    for (std::size_t row = 0; row < places.size(); ++row) counts[places[row]] += weights.empty() ? 1 : weights[row];

    Tuples tuples;
    places.clear();
    for (std::uint32_t cell = 0; cell < counts.size(); ++cell) {
        if (counts[cell] == 0) continue;
        places.push_back(cell);
        tuples.weights.push_back(counts[cell]);
    }
    std::uint64_t below = cells;  // possible tuples on the columns after this one
    for (const std::size_t c : columns) {
        const std::uint32_t size = table[c].domain().size();
        below /= size;
        Column column(table[c].domain_ptr(), places.size());
        column.visit([&](auto codes) {
            using Narrow = typename decltype(codes)::value_type;
            for (std::size_t t = 0; t < places.size(); ++t) codes[t] = static_cast<Narrow>(places[t] / below % size);
        });
        tuples.table.add(table.name(c), std::move(column));
    }
    return tuples;
}

// For columns too wide for one key.
Tuples from_partition(const Table& table, std::span<const std::size_t> columns,
                      std::span<const std::uint32_t> weights) {
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

bool fits_one_key(const Table& table, std::span<const std::size_t> columns, std::span<const std::uint32_t> weights) {
    unsigned bits = bits_of_weights(weights);
    for (const std::size_t c : columns) bits += PackedKey::bits_of(table[c]);
    return bits <= 64;
}

Tuples distinct(const Table& table, std::span<const std::size_t> columns, std::span<const std::uint32_t> weights,
                Table* consumed) {
    const std::uint64_t cells = cells_of(table, columns);
    const bool few_cells = cells > 0 && cells <= std::min<std::uint64_t>(4 * table.rows(), most_counted_cells);
    Tuples tuples = few_cells                               ? from_counts(table, columns, weights, cells)
                    : fits_one_key(table, columns, weights) ? from_keys(table, columns, weights, consumed)
                                                            : from_partition(table, columns, weights);
    tuples.total = std::accumulate(tuples.weights.begin(), tuples.weights.end(), std::uint64_t{0});
    return tuples;
}

std::vector<std::size_t> all_columns(const Table& table) {
    std::vector<std::size_t> columns(table.width());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    return columns;
}

}  // namespace

Tuples distinct_tuples(const Table& table, std::span<const std::size_t> columns) {
    return distinct(table, columns, {}, nullptr);
}

Tuples distinct_tuples(Table&& table) {
    const std::vector<std::size_t> columns = all_columns(table);
    return distinct(table, columns, {}, &table);
}

Tuples distinct_tuples(const Tuples& tuples, std::span<const std::size_t> columns) {
    return distinct(tuples.table, columns, tuples.weights, nullptr);
}

Tuples distinct_tuples(Tuples&& tuples) {
    const std::vector<std::size_t> columns = all_columns(tuples.table);
    return distinct(tuples.table, columns, tuples.weights, &tuples.table);
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

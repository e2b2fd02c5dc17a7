// Entries: the lists that the search of the lattice rolls up: records that it need not tell apart.
//
// A list is sorted so that attributes can be fixed one after the other: the attribute that is fixed next varies
// fastest, and varies slowest once it is placed. Then groups of equal keys stand together, and no list is ever sorted
// again.
#pragma once

#include "kernel/recode/lattice/steps.h"

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace scrim::recode::lattice {

// Records that agree on the fixed attributes' nodes and on the other attributes' values.
template <class KeyOf>
struct Group {
    using Key = KeyOf;
    static constexpr bool judged = false;
    Key key;
    std::uint32_t count;
    std::uint32_t loss;  // of one record, by the fixed attributes
};

// Records of one tuple, where models look at more than counts.
struct Judged {
    using Key = std::uint64_t;
    static constexpr bool judged = true;
    Key key;
    std::uint32_t count;
    std::uint32_t loss;
    std::uint32_t tuple;
};

// The value, or the node, that an entry has on an attribute.
template <class Entry>
std::uint32_t value_of(const Entry& entry, const Steps& steps) {
    return static_cast<std::uint32_t>((entry.key & static_cast<typename Entry::Key>(steps.mask)) >> steps.shift);
}

// The entries with an attribute, which varies fastest among them, at `level`.
template <class Entry>
void roll_up(const std::vector<Entry>& from, const Steps& steps, std::uint32_t level, std::vector<Entry>& to) {
    using Key = typename Entry::Key;
    const std::uint32_t* ordinal = steps.ordinal[level].data();
    const Key rest = static_cast<Key>(~steps.mask);
    to.resize(from.size());
    Entry* out = to.data();
    *out = from.front();
    out->key = (out->key & rest) | static_cast<Key>(Key{ordinal[value_of(*out, steps)]} << steps.shift);
    for (std::size_t i = 1; i < from.size(); ++i) {
        Entry entry = from[i];
        entry.key = (entry.key & rest) | static_cast<Key>(Key{ordinal[value_of(entry, steps)]} << steps.shift);
        // Without a branch: which entries merge is not predictable.
        const bool merges = !Entry::judged && entry.key == out->key;
        entry.count += merges ? out->count : 0;
        out += merges ? 0 : 1;
        *out = entry;
    }
    to.resize(static_cast<std::size_t>(out - to.data()) + 1);
}

// Stable counting pass: an attribute, at `level`, varies slowest afterwards; its loss is added.
template <class Entry>
void place(const std::vector<Entry>& from, const Steps& steps, std::uint32_t level, std::vector<Entry>& to,
           std::vector<std::uint32_t>& starts) {
    const std::uint32_t* units = steps.units[level].data();
    starts.assign(steps.units[level].size() + 1, 0);
    for (const Entry& entry : from) ++starts[value_of(entry, steps) + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    to.resize(from.size());
    for (const Entry& entry : from) {
        const std::uint32_t value = value_of(entry, steps);
        Entry& placed = to[starts[value]++];
        placed = entry;
        placed.loss += units[value];
    }
}

// The different quasi-identifier tuples, sorted by the last attribute of `order`, …, the second, the first.
template <class Entry>
std::vector<Entry> sorted_entries(const Problem& problem, std::span<const Steps> steps,
                                  std::span<const std::size_t> order) {
    using Key = typename Entry::Key;
    const Tuples& tuples = *problem.tuples;
    std::vector<std::uint32_t> runs(tuples.size() + 1);
    std::iota(runs.begin(), runs.end(), 0u);
    if (!Entry::judged) runs = run_offsets(tuples, steps.size());
    std::vector<Entry> entries(runs.size() - 1), moved;
    for (std::size_t r = 0; r < entries.size(); ++r) {
        entries[r] = {};
        for (std::uint32_t t = runs[r]; t < runs[r + 1]; ++t) entries[r].count += tuples.weights[t];
        if constexpr (Entry::judged) entries[r].tuple = runs[r];
    }
    for (std::size_t a = 0; a < steps.size(); ++a)
        problem.column(a).visit([&](auto codes) {
            for (std::size_t r = 0; r < entries.size(); ++r)
                entries[r].key |= static_cast<Key>(static_cast<Key>(codes[runs[r]]) << steps[a].shift);
        });
    std::vector<std::uint32_t> starts;
    for (const std::size_t a : order) {
        place(entries, steps[a], 0, moved, starts);
        std::swap(entries, moved);
    }
    for (Entry& entry : entries) entry.loss = 0;
    return entries;
}

}  // namespace scrim::recode::lattice

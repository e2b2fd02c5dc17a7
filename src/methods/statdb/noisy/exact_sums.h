// The true count of the records that a question asks for, the true sum of their sensitive values, and how often each of
// these occurs. They never leave without noise.
#pragma once

#include "kernel/core/int128.h"
#include "methods/statdb/query.h"
#include "methods/statdb/stat_table.h"

#include <cstdint>
#include <map>
#include <span>

namespace scrim::statdb::noisy {

// Values below `lowest` or above `highest` count as these; both in units of the sensitive attribute's domain.
struct Clip {
    Int128 lowest = 0, highest = 0;
};

// Of each value, clipped, how many records have it.
using ValueCounts = std::map<Int128, Int128>;

struct ExactSums {
    std::uint64_t count = 0;    // of the records with one of the values that are asked for
    std::uint64_t numbers = 0;  // of those whose value is not NULL
    Int128 sum = 0;             // of these, clipped; 0 where the attribute has no numbers
    ValueCounts values;         // of these; empty where nobody wanted them
};

// `values` as Query::values. `by_value`: also how often each value occurs.
ExactSums exact_sums(const StatTable& table, const Condition& rows, std::span<const Span> values, const Clip& clip,
                     bool by_value = false);

}  // namespace scrim::statdb::noisy

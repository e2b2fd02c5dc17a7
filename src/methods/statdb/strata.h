// Strata: regions of people, made from their quasi-identifiers alone.
//
// Within a region every bucket takes as many records of each of its values, so that a bucket's values agree in whatever
// the regions tell apart, and the intervals of questions about it are short. Sensitive values must not have a say in
// where regions lie: who knew that a region was not made because some value is frequent in it would learn who has that
// value. (That is also why nothing is mended here when a region cannot be protected: the build is refused.)
#pragma once

#include "kernel/core/table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::statdb {

struct Strata {
    std::uint32_t count = 1;
    std::vector<std::uint32_t> of_row;  // empty where there is one region
};

// How many regions a table is divided into unless its owner says otherwise: from how often each value occurs in all of
// it, and nothing else. The rarer the most frequent value, the more regions are likely to hold m values evenly.
std::uint32_t default_strata(std::span<const std::uint32_t> value_counts, std::uint32_t m);

// At most `most` regions of equal values on the attributes with the fewest values; those of the last attribute may be
// runs of values. Questions about such attributes concern most people, and gain most. Attributes with more than
// `most_values` values are left alone: the finer they are, the more likely it is that a value is frequent in some run.
inline constexpr Code few_values = 5;
Strata make_strata(const Table& quasi_identifiers, std::uint32_t most, Code most_values = UINT32_MAX);

}  // namespace scrim::statdb

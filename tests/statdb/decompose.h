// A bucket split into groups, actually: slow twins of the answers that are computed without it.
#pragma once

#include "methods/statdb/generalization_answer.h"
#include "tests/statdb/stat_maker.h"

namespace scrim::testing {

// Places of records in the StatTable; one of each value of the bucket's signature, in its order.
using Group = std::vector<std::uint32_t>;

// 000, Figure 2: records that satisfy the condition come together first.
std::vector<Group> a_decompose(const statdb::StatTable& table, std::size_t bucket,
                               const std::vector<std::uint8_t>& satisfying);
// Lemma 3.
statdb::CountInterval interval_by_anatomy(const std::vector<Group>& groups, const std::vector<std::uint8_t>& satisfying,
                                          std::size_t asked);

// 000, Figure 6, taking whichever records come first in `order`: how many groups are inside, and outside.
struct InAndOut {
    std::uint32_t inside = 0, outside = 0;
};
InAndOut papers_g_count(const statdb::StatTable& table, std::size_t bucket, const statdb::Rectangle& rectangle,
                        Random& random);
// A decomposition with so many groups inside the rectangle, and so many within each margin; nothing if there is none.
std::optional<std::vector<Group>> g_decompose(const statdb::StatTable& table, std::size_t bucket,
                                              const statdb::Rectangle& rectangle, std::uint32_t inside,
                                              const std::vector<std::uint32_t>& per_margin);
// Lemma 2, with every group that meets the rectangle in the upper bound.
statdb::CountInterval interval_by_generalization(const statdb::StatTable& table, const std::vector<Group>& groups,
                                                 const statdb::Rectangle& rectangle, std::size_t asked);

// The margins of a record: bit 2i below side i, bit 2i + 1 above it.
std::uint32_t margins_of(const statdb::StatTable& table, std::uint32_t place, const statdb::Rectangle& rectangle);

}  // namespace scrim::testing

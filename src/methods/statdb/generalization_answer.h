// dyn-gen: counts from a generalization that suits a question, without making it (G-Count).
//
// For those who must not even learn who is in the table. The records of a bucket are split into groups; one whose
// records all lie in the question's rectangle surely counts, one whose records all lie in one margin surely does not,
// and the others may. As many as possible of the first two kinds are made.
#pragma once

#include "methods/statdb/anatomy_answer.h"
#include "scrim/result.h"

namespace scrim::statdb {

// One span per quasi-identifier that the question restricts: a rectangle. Fails when the condition is none.
struct Rectangle {
    std::vector<std::pair<std::size_t, Span>> sides;
};
Result<Rectangle> rectangle_of(const Condition& rows, const StatSchema& schema);

struct GeneralizedCount {
    CountInterval interval;
    Effort effort;
};
GeneralizedCount count_by_generalization(const StatTable& table, const Rectangle& rectangle,
                                         std::span<const Span> values);

// What a bucket's records look like to a rectangle: counts[v][p] records of its v-th value with margins p (bit 2i:
// below side i, bit 2i + 1: above it; 0: inside).
std::vector<std::vector<std::uint32_t>> margin_counts(const StatTable& table, std::size_t bucket,
                                                      const Rectangle& rectangle);

}  // namespace scrim::statdb

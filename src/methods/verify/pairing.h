// Pairing: each row of a generalized table with a row of its own of another table, whose values lie in its spans.
//
// Decided exactly, as a flow inside each group of equal other values; where nothing fits two classes, by counting.
#pragma once

#include "kernel/core/tuples.h"
#include "methods/verify/class_boxes.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>

namespace scrim::verifier {

struct Paired {
    std::uint64_t unpaired = 0;  // records of the release that get none
    std::uint32_t example = 0;   // a row of such records
    bool used_flow = false;
};

// Both tables have the same columns: first the `others`, over the same domains, then those of the boxes, which are
// codes in `points`. Nothing when more than `most` pairs of points and boxes would have to be held in memory.
Result<std::optional<Paired>> pair_rows(const Tuples& released, const ClassBoxes& boxes, const Tuples& points,
                                        std::size_t others, std::size_t most, Progress& progress);

}  // namespace scrim::verifier

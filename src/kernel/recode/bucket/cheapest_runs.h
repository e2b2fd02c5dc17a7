// Cheapest runs: ordered items cut into runs that hold, so that the gaps between runs are as wide as possible.
//
// The ranges of the runs and the gaps between them add up to the range of everything; so the widest gaps are the least
// sum of ranges.
#pragma once

#include "kernel/core/int128.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace scrim::recode::bucket {

// Says whether items [begin, end), not none, may be a run.
using RunHolds = std::function<bool(std::uint32_t begin, std::uint32_t end)>;

// The ends of the runs; gaps[i] is between items i - 1 and i (gaps[0] is not looked at). Optimal when a run that holds
// still holds with more items before or behind it; otherwise just runs that hold. Nothing when it finds none.
//
// Instead of asking about all pairs of items, it takes the best runs that are not yet known to fail, asks about those,
// and learns: a run from an item must end later than the one that failed, and so must runs from later items.
std::optional<std::vector<std::uint32_t>> cheapest_runs(std::span<const Uint128> gaps, const RunHolds& holds);

}  // namespace scrim::recode::bucket

// Sets of codes as spans that are ascending, not empty and apart.
#pragma once

#include "kernel/core/span.h"

#include <vector>

namespace scrim::statdb::query {

using Spans = std::vector<Span>;

// Of any spans, in any order.
Spans united(Spans spans);
// The codes below `size` that are in none of `spans`.
Spans complement(const Spans& spans, Code size);
// The codes below `size` that are in all of `sets`.
Spans intersected(const std::vector<Spans>& sets, Code size);

}  // namespace scrim::statdb::query

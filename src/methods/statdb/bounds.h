// Bounds: what is said about an aggregate: it is surely between these two.
#pragma once

#include "kernel/core/ratio.h"

#include <cstdint>
#include <optional>

namespace scrim::statdb {

// Exact values. Without `lower` and `upper` there is nothing to aggregate; `may_be_none`: perhaps there is not.
struct Bounds {
    std::optional<Ratio> lower, upper;
    bool may_be_none = false;
    bool too_large = false;  // the numbers need more digits than are computed with
};

// What answering took.
struct Effort {
    std::uint64_t buckets = 0;  // that were looked at
    std::uint64_t passed = 0;   // that the index kept away
    std::uint64_t rows = 0;     // whose codes were compared
    std::uint64_t skipped = 0;  // that zones spoke for
};

}  // namespace scrim::statdb

// The values that leaf labels name, when all of them are numbers, all dates or all timestamps.
#pragma once

#include "kernel/core/domain.h"

#include <optional>
#include <string>
#include <vector>

namespace scrim::hierarchy {

struct LeafValues {
    Domain::Kind kind = Domain::Kind::number;
    int scale = 0;
    std::vector<Int128> units;  // units[i] is the value of the i-th label
};

// Nothing when the labels are of several kinds, are text, or have no common scale that fits 128 bits.
std::optional<LeafValues> read_leaf_values(const std::vector<std::string>& labels);
// "text", "number", "date" or "timestamp".
std::string_view kind_word(Domain::Kind kind);

}  // namespace scrim::hierarchy

// StrayValues: the few values that keep a column of text from being one of numbers or dates, such as '?'.
#pragma once

#include "kernel/core/domain.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace scrim {

struct StrayValues {
    const char* read_as = "";         // what the others are: "numbers" or "dates"
    std::vector<std::string> values;  // those that are not
};

// Nothing unless all values but at most one in `one_in`, though not all, are numbers or dates, written in one of the
// ways that a column may be. Codes such as 02139 and what a generalized cell prints ('*', '[20, 29]') are not strays: a
// column that holds one of them is text on purpose.
std::optional<StrayValues> stray_values(const Domain& domain, std::size_t one_in = 10);

}  // namespace scrim

// How many gaps new records can fill, when those that are left must still make groups of their own.
#pragma once

#include "methods/republish/diversity.h"

#include <optional>

namespace scrim::republication {

// For each value, how many of its `gaps` get one of the `supply` records that hold it: as many in all as possible such
// that the rest of the supply is m-eligible. Nothing where no choice leaves an eligible rest. What is not filled takes
// a counterfeit, so this is the least number of counterfeits.
std::optional<Counts> largest_fill(const Counts& gaps, const Counts& supply, std::uint32_t m);

}  // namespace scrim::republication

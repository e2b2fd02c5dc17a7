// Suppression: leaves out the records of classes that do not hold.
#pragma once

#include "recode/recoding.h"

#include <optional>

namespace scrim {

// Drops the classes that do not hold, again and again where that changes the distribution that models compare with.
// Nothing when more records than the limit would have to go, or all of them.
std::optional<Recoding> suppress_failing(const Problem& problem, Recoding recoding, std::uint64_t limit);

}  // namespace scrim

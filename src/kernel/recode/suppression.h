// Suppression: leaves out the records of classes that do not hold.
#pragma once

#include "kernel/recode/recoding.h"

#include <optional>

namespace scrim::recode {

// Drops the classes that do not hold, again and again where that changes the distribution that models compare with.
// Nothing when more records than the limit would have to go, or all of them.
// Where that depends on the order, this is one way among others (lattice/drop_search.h looks for the best).
std::optional<Recoding> suppress_failing(const Problem& problem, Recoding recoding, std::uint64_t limit);

// The class's people are still there when its records are left out: models that look at the population must not mind.
bool may_be_emptied(const Demands& demands, std::span<const Member> members, Demands::Scratch& scratch);

}  // namespace scrim::recode

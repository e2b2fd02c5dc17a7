// Mondrian's recursion: cut every part as long as a cut is allowed.
#pragma once

#include "recode/partition/plan.h"
#include "scrim/progress.h"

namespace scrim::mondrian {

// The parts, with their boxes, that are left when no part of `start` can be cut any further. The same for any number of
// threads; incomplete after progress.cancelled().
Parts divide(const Plan& plan, const Parts& start, Rule rule, Progress& progress);

}  // namespace scrim::mondrian

// Top-down specialization from the most general cuts, of what holds there.
#pragma once

#include "kernel/recode/recoding.h"
#include "scrim/result.h"

namespace scrim::recode::subtree {

// `information`: gain is information about problem.target; otherwise loss.
Result<Recoding> specialize_from_the_top(const Problem& problem, bool information, Progress& progress);

}  // namespace scrim::recode::subtree

// The parts that mondrian takes where nobody says how to cut.
//
// The textbook cuts the attribute of the widest range at its median. Ours weighs every position of every attribute by
// what the loss gains, over the square root of how evenly it divides the records: an even cut uses up more of what can
// still be cut. It may come out behind the textbook, so both are computed, and the textbook's parts, cut further by our
// rule, are taken when ours are not at least as good in every sense. Cutting further never adds to the loss of any
// cell.
#pragma once

#include "kernel/recode/partition/divide.h"

namespace scrim::recode::partition {

// The best cuts' parts or, if the textbook's lose less, those cut further (`fell_back`). Nothing of use after
// progress.cancelled().
Parts best_parts(const Plan& plan, const Parts& start, Progress& progress, bool& fell_back);

}  // namespace scrim::recode::partition

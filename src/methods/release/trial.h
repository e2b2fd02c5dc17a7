// One run of one algorithm, timed.
#pragma once

#include "methods/release/chosen_algorithm.h"
#include "methods/release/prepare.h"

namespace scrim::release {

struct Trial {
    recode::Recoding recoding;
    double seconds = 0;
};

// The classes as a reader of the release sees them.
Result<Trial> try_recoder(const Chosen& chosen, const Prepared& prepared, Progress& progress);
// "optimal", "optimal(strategy=samarati)": as asked for.
TrialReport trial_report(const Chosen& chosen, const Prepared& prepared, const Trial& trial);

}  // namespace scrim::release

// Pitman's model of a population's classes, the Ewens-Pitman sampling formula: of n people, u classes of sizes F have
// the probability
//
//   prod_{i<u} (theta + i alpha) / prod_{0<i<n} (theta + i) prod_F (1 - alpha)(2 - alpha)…(F - 1 - alpha),
//
// i from 1 on, 0 <= alpha < 1 and theta > -alpha. A sample of a population that follows it follows it too.
#pragma once

#include "kernel/risk/population_uniques.h"

namespace scrim::risk {

struct Pitman {
    double theta = 0, alpha = 0;
    double expected_uniques(double people) const;
};

// Where the probability of the sample is greatest. Nothing where that is nowhere, or in several places: everybody is
// alone, all are alike.
std::optional<Pitman> fit_pitman(const ClassSizes& sizes);

}  // namespace scrim::risk

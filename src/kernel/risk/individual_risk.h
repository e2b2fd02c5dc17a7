// Individual risk: how likely is a record of a sample linked to its person?
//
// A class has f records in the sample, and their sampling weights say that it has about F people in the population. Who
// knows that somebody of the class is in the population, and not that the person is in the sample, picks one of these
// people: the risk is E[1 / people of the class], where their number is taken to be negative binomial with f successes
// of probability p = f / F. An estimate, never a guarantee: it is as good as the weights are.
//
//   individual_risk(1, 5);   // 0.402: alone in the sample, five in the population
//   individual_risk(3, 3);   // 1/3: everybody is in the sample
//
// (Benedetti, Franconi, "Statistical and technological solutions for controlled data dissemination", 1998; Franconi,
// Polettini, "Individual risk estimation in mu-Argus: a review", PSD 2004.)
#pragma once

#include <cstdint>

namespace scrim::risk {

// f > 0. An F below f counts as f: those in the sample are in the population.
double individual_risk(std::uint64_t f, double F);
// What is usually computed instead: the same for f <= 2, and p / (f - (1 - p)) above.
double approximate_individual_risk(std::uint64_t f, double F);

}  // namespace scrim::risk

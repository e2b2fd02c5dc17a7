// Population uniques: how many people of the population are alone with their values, judged by a sample of it?
//
// Whoever is alone in a sample need not be alone in the population. Three estimates from the sizes of the sample's
// classes: each supposes something else of the population (a superpopulation that it was drawn from), and all that the
// sample is a simple random one. Estimates, never guarantees. Not for classes that overlap.
//
//   ClassSizes sizes{.classes = {{1, 40}, {2, 15}, {5, 6}}, .population = 1000};   // 40 records alone, 15 pairs, …
//   estimate_zayatz(sizes).uniques;                                              // 184.4 people of the 1,000
//
// (Zayatz, "Estimation of the number of unique population elements using a sample", 1991; Chen, Keller-McNulty,
// "Estimation of identification disclosure risk in microdata", J. Official Statistics 1998; Hoshino, "Applying Pitman's
// sampling formula to microdata disclosure risk assessment", J. Official Statistics 2001.)
#pragma once

#include "scrim/check.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace scrim::risk {

// Of a sample: how many classes there are of each size, ascending; and how many people it was drawn from.
struct ClassSizes {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> classes;  // size, how many
    std::uint64_t population = 0;                                  // at least as many as the sample has

    std::uint64_t members() const;
    std::uint64_t count() const;
    std::uint64_t of_size(std::uint64_t size) const;
    double fraction() const { return static_cast<double>(members()) / static_cast<double>(population); }
};

// Zayatz: the population's classes have the sizes of the sample's. Always there.
UniquesEstimate estimate_zayatz(const ClassSizes& sizes);
// Slide negative binomial: F - 1 of the classes' sizes F in the population is negative binomial.
UniquesEstimate estimate_slide_negative_binomial(const ClassSizes& sizes);
// Pitman: each new person joins a class of F people with probability proportional to F - alpha, and begins a new one
// with theta + alpha times the number of classes (the Ewens-Pitman sampling formula).
UniquesEstimate estimate_pitman(const ClassSizes& sizes);

// All three, and which one the rule of Dankar et al. takes: Pitman's where at most a tenth was drawn, the lesser of the
// other two where more was; Zayatz' where those have none. (Dankar, El Emam, Neisa, Roffey, "Estimating the
// re-identification risk of clinical data sets", BMC Medical Informatics and Decision Making 2012.)
PopulationUniques estimate_population_uniques(const ClassSizes& sizes);

}  // namespace scrim::risk

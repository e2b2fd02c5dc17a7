// Population: the people whom a table's records were drawn from, for models that ask how many people a class stands
// for.
//
// A record of the population belongs to a class when each of its values is covered by the class's value: they print the
// same, or the class's value is a span that covers it.
#pragma once

#include "kernel/models/classes.h"

namespace scrim::models {

struct Population {
    // Different tuples on the quasi-identifiers, in the order of the table's.
    Tuples tuples;
    // covering[i][code]: the table's codes on quasi-identifier i that cover the population's code.
    std::vector<std::vector<std::vector<Code>>> covering;
};

struct PopulationMatch {
    std::vector<std::uint64_t> counts;  // per class: people it stands for
    std::uint64_t unmatched = 0;        // people whom no class stands for
    bool overlapping = false;           // some person fits several classes
};

// Classes on all quasi-identifiers, in the population's order of columns.
PopulationMatch match_population(const Classes& classes, const Population& population);

}  // namespace scrim::models

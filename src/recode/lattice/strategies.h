// The ways to search the lattice. All give the best node by the problem's metric among those that they are defined for.
#pragma once

#include "recode/lattice/bound_search.h"
#include "recode/lattice/lattice.h"
#include "recode/recoder.h"

namespace scrim {

// Sweeney's MinGen: looks at every node.
Result<Found> mingen(const Problem& problem, const Lattice& lattice, Progress& progress);

// From the top down, leaving out what a failing node rules out: with monotone demands, all nodes below it.
Result<Found> tagged_search(const Problem& problem, const Lattice& lattice, Progress& progress);

// LeFevre's Incognito: grows the set of attributes, and looks only at nodes all of whose projections on fewer
// attributes are feasible. Demands must be monotone and per class.
Result<Found> incognito(const Problem& problem, const Lattice& lattice, Progress& progress);

// Samarati's binary search: the least height at which a node is feasible, and the best of the nodes of that height.
// Demands must be monotone.
Result<Found> samarati(const Problem& problem, const Lattice& lattice, Progress& progress);

}  // namespace scrim

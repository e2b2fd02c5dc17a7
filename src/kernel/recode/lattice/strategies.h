// The ways to search the lattice. A node's release is what is left without the classes that fail; all strategies but
// samarati give the best release of all nodes by the problem's metric, or refuse.
#pragma once

#include "kernel/recode/lattice/bound_search.h"
#include "kernel/recode/lattice/lattice.h"
#include "kernel/recode/recoder.h"

namespace scrim::recode::lattice {

// Sweeney's MinGen: looks at every node.
Result<Found> mingen(const Problem& problem, const Lattice& lattice, Progress& progress);

// From the top down, leaving out what a failing node rules out (failing_rules_out).
Result<Found> tagged_search(const Problem& problem, const Lattice& lattice, Progress& progress);

// LeFevre's Incognito: grows the set of attributes, and looks only at nodes all of whose projections on fewer
// attributes are feasible. Demands must be monotone and per class, and failing_rules_out; others are refused.
Result<Found> incognito(const Problem& problem, const Lattice& lattice, Progress& progress);

// Samarati's binary search: the least height at which a node is feasible, and the best of the nodes of that height.
// Where a failing node does not rule out those below, heights are looked at one after the other.
Result<Found> samarati(const Problem& problem, const Lattice& lattice, Progress& progress);

}  // namespace scrim::recode::lattice

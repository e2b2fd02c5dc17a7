// The default search: branch and bound over the attributes, on rolled-up groups.
//
// Fixes the levels of one attribute after the other. With some levels fixed, group the records by those attributes
// alone: every record costs at least what the fixed levels cost, and of a group that fails some are lost in every node
// below: all of them where models are upward closed (a group that is too small has only parts that are; LeFevre's
// subset property), otherwise as many as the models can tell (Model::least_lost). That sum bounds the loss of all those
// nodes at once; its count of lost records bounds what must be suppressed.
//
// Groups roll up from finer to coarser by merging neighbors: entries are kept sorted so that the attribute in hand
// varies fastest, and since a hierarchy's nodes are runs of codes, generalizing it merges only entries that stand
// together; one stable counting pass then brings the next attribute into that place. No hashing, no comparison sort.
#pragma once

#include "kernel/recode/lattice/lattice.h"
#include "scrim/result.h"

namespace scrim::recode::lattice {

// Only for monotone demands on each class by itself, and a metric that is a mean over cells.
bool bound_search_serves(const Problem& problem);
Result<Found> bound_search(const Problem& problem, const Lattice& lattice, Progress& progress);

}  // namespace scrim::recode::lattice

// The default search: branch and bound over the attributes, on rolled-up groups.
//
// Fixes the levels of one attribute after the other. With some levels fixed, group the records by those attributes
// alone: a group that fails (is too small) still fails however the others are generalised, so its records are lost in
// every node below, and each of the others costs at least what the fixed levels cost. That sum bounds the loss of all
// those nodes at once; its count of lost records bounds what must be suppressed (LeFevre's subset property).
//
// Groups roll up from finer to coarser by merging neighbours: entries are kept sorted so that the attribute in hand
// varies fastest, and since a hierarchy's nodes are runs of codes, generalising it merges only entries that stand
// together; one stable counting pass then brings the next attribute into that place. No hashing, no comparison sort.
#pragma once

#include "recode/lattice/lattice.h"
#include "scrim/result.h"

namespace scrim {

// Only for monotone demands on each class by itself, and a metric that is a mean over cells.
bool bound_search_serves(const Problem& problem);
Result<Found> bound_search(const Problem& problem, const Lattice& lattice, Progress& progress);

}  // namespace scrim

// What a perturbed release keeps of its original, recomputed: from its rows what it states of itself, and from both
// what is the same in them.
#pragma once

#include "kernel/core/tuples.h"
#include "methods/verify/claimed_release.h"
#include "methods/verify/ledger.h"

namespace scrim::verifier {

// `released`: all columns of the release; `original`: those of them that the original has, or null where it is not
// given.
void check_kept(const ClaimedRelease& claimed, const Tuples& released, const Tuples* original, Ledger& ledger);

// Which values the columns of transitions may hold, and what their columns that were not changed tell of people.
void check_transitions(const ClaimedRelease& claimed, const Tuples& released, Ledger& ledger);
void check_unchanged(const ClaimedRelease& claimed, const Tuples& released, Ledger& ledger);

}  // namespace scrim::verifier

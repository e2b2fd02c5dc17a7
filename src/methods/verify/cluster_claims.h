// Clusters that a perturbed release prints, recomputed: their sizes from its files; their centers and radii against the
// original.
#pragma once

#include "kernel/core/tuples.h"
#include "kernel/hierarchy/hierarchy.h"
#include "methods/verify/claimed_release.h"
#include "methods/verify/ledger.h"
#include "scrim/result.h"

#include <optional>

namespace scrim::verifier {

// `released`: all columns of the release; `original`: those of them that the original has, or null where it is not
// given; `hierarchies`: of the policy, or nothing where none is given. Records of the release can be paired with
// different ones of the original, each within its cluster's radius of the center and equal to it in all other columns;
// decided exactly, as a flow. `most` limits the pairs that are held in memory.
Result<void> check_clusters(const ClaimedRelease& claimed, const Tuples& released, const Tuples* original,
                            const std::optional<hierarchy::Hierarchies>& hierarchies, std::size_t most, Ledger& ledger,
                            Progress& progress);

}  // namespace scrim::verifier

// Rows that were kept and made up by chance (alpha-beta): what can be seen of that. That chance was what the
// certificate says nobody can see; that it is plausible, whoever has the original can.
#pragma once

#include "kernel/core/tuples.h"
#include "methods/verify/claimed_release.h"
#include "methods/verify/ledger.h"

namespace scrim::verifier {

// Nothing where the release is not made so. `original`: the columns of the release, null where it is not given.
void check_chances(const ClaimedRelease& claimed, const Tuples& released, const Tuples* original, Ledger& ledger);

}  // namespace scrim::verifier

// Differential privacy: what can be recomputed of it. That chance was what the certificate says nobody can see; that
// the stated noise costs what is said, that all costs together are no more than the total, and that the total implies
// the stated epsilon and delta, everybody can. So is that no released value lies outside the stated domains.
#pragma once

#include "kernel/core/tuples.h"
#include "methods/verify/claimed_release.h"
#include "methods/verify/ledger.h"

namespace scrim::verifier {

// Nothing where the release claims none.
void check_privacy(const ClaimedRelease& claimed, const Tuples& released, Ledger& ledger);

}  // namespace scrim::verifier

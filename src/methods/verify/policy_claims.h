// What a certificate states against the policy that the release was made for.
#pragma once

#include "kernel/subject/subject.h"
#include "methods/verify/claimed_release.h"
#include "methods/verify/ledger.h"
#include "methods/verify/released_data.h"
#include "scrim/policy.h"

namespace scrim::verifier {

// Columns have the policy's roles, everything that it requires is promised, and people are counted where it says so.
// Hierarchies say what a printed node stands for, and how far apart values are. The policy's take the place of the
// outlines that are theirs.
Result<void> check_hierarchies(const Policy& policy, const ClaimedRelease& claimed, ReleasedData& release,
                               Ledger& ledger);
void check_policy(const Policy& policy, const ClaimedRelease& claimed, Ledger& ledger);

}  // namespace scrim::verifier

// What a certificate states against the policy that the release was made for.
#pragma once

#include "scrim/policy.h"
#include "verify/claimed_release.h"
#include "verify/ledger.h"

namespace scrim {

// Columns have the policy's roles, everything that it requires is promised, and people are counted where it says so.
void check_policy(const Policy& policy, const ClaimedRelease& claimed, Ledger& ledger);

}  // namespace scrim

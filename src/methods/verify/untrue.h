// What is not true in a release of a series: how many counterfeits or substitutes each group has.
#pragma once

#include "methods/verify/released_data.h"

#include <map>

namespace scrim::verifier {

// By the group's printed number, from the auxiliary table. Nothing, and a claim that fails, when it cannot be.
Result<std::optional<std::map<std::string, std::uint64_t>>> read_untrue(ReleasedData& release,
                                                                        const ClaimedRelease& claimed,
                                                                        const Reading& reading, Ledger& ledger);

// The auxiliary table tells of every group once, and of no more records than the group has; it adds up to what the
// certificate says. `groups` are the release's (group, value) pairs.
Result<void> check_untrue(ReleasedData& release, const ClaimedRelease& claimed, const Tuples& groups,
                          const Reading& reading, Ledger& ledger);

}  // namespace scrim::verifier

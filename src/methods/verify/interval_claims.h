// The table of intervals as numbers beside the data of a generalized release: made again from the data, and compared.
#pragma once

#include "methods/verify/released_data.h"

namespace scrim::verifier {

// Nothing to check where no such table is claimed.
Result<void> check_intervals(ReleasedData& release, const ClaimedRelease& claimed, const Reading& reading,
                             Ledger& ledger);

}  // namespace scrim::verifier

// The table of drawn values beside the data of a generalized release: a row for each record, whose values lie in the
// record's spans. That makes it a table that the data allow; that it was drawn by chance, nobody can tell.
#pragma once

#include "methods/verify/released_data.h"

namespace scrim::verifier {

// `most` limits what is held in memory to pair rows. Nothing to check where no such table is claimed.
Result<void> check_microdata(ReleasedData& release, const ClaimedRelease& claimed, std::size_t most,
                             const Reading& reading, Ledger& ledger);

}  // namespace scrim::verifier

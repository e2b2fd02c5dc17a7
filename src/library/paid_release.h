// Releases that are paid from the ledger of a statistical database of the same table.
#pragma once

#include "methods/release/write_release.h"

namespace scrim::library {

// Refuses what the recipient's budget does not allow. What it gives back writes the payment down, and refuses a table
// that has not as many records as the statistical database.
Result<release::Settle> pay_from_ledger(const PublishRequest& request, const noise::Cost& cost);

}  // namespace scrim::library

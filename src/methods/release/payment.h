// Paying for a release that costs privacy, from a ledger: refused before the data are read where it cannot be paid, and
// paid, on the disk, before the release is there for anybody to see. A crash in between leaves a payment without a
// release, never a release without one.
#pragma once

#include "methods/release/write_release.h"

namespace scrim::release {

// Nothing to call where nothing is to be paid. Refuses a ledger for what costs nothing.
Result<Settle> begin_payment(const PublishRequest& request, const PublishTools& tools);

}  // namespace scrim::release

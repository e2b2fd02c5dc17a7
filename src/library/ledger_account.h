// An account of a ledger, as the library tells it.
#pragma once

#include "methods/ledger/ledger.h"
#include "scrim/ledger.h"

namespace scrim::library {

LedgerAccount account_of(const ledger::Account& account);

}  // namespace scrim::library

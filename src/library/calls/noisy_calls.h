// Calls about noisy answers and their ledger.
#pragma once

#include "library/calls/fields.h"
#include "scrim/call.h"

namespace scrim::calls {

Result<CallReply> call_noisy_ask(Fields& fields, Progress& progress);
Result<CallReply> call_noisy_price(Fields& fields, Progress& progress);
Result<CallReply> call_ledger_show(Fields& fields, Progress& progress);
Result<CallReply> call_ledger_grant(Fields& fields, Progress& progress);
Result<CallReply> call_ledger_close(Fields& fields, Progress& progress);

}  // namespace scrim::calls

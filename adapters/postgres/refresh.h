// Materialized views: begun, begun anew, and settled.
#pragma once

#include "adapters/postgres/maintenance.h"

#include "guard.h"

namespace scrim::postgres {

// Forgets what was kept, and begins with what the tables hold now. Whoever asks owns the view and its tables, which get
// triggers.
void refresh_view(Oid view);
// Nothing is kept of it any more.
void forget_kept(Oid view);
// Makes what is kept true to what has changed. A view that is not what it was when it was begun has to be begun anew.
void settle_kept(Oid view, const Changed& changed, LiveEditions& live);

LiveEditions& live_editions();

}  // namespace scrim::postgres

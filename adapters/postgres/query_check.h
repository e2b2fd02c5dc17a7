// Whether a view's query gives the same rows whenever it is read, until tables change: it is read for the recoding and
// again for the rows of every answer. What is not on the list is refused.
#pragma once

#include "guard.h"

namespace scrim::postgres {

// PostgreSQL code: raises an error with a hint for what may not be in a query. Of a Query that is rewritten.
void check_query(Query* query) noexcept;

}  // namespace scrim::postgres

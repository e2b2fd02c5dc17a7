// Rows that come with counts, as a database's GROUP BY gives them, become different rows with weights.
#pragma once

#include "kernel/encode/typed_rows.h"

namespace scrim::encode {

// The rows without their last column, which says how often each occurs: a whole number above 0. Refuses other counts.
Result<TypedRows> counted_rows(TypedRows rows);

}  // namespace scrim::encode

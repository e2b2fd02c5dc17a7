// Columns that tell people apart by themselves, whatever an algorithm does with the others.
#pragma once

#include "methods/release/prepare.h"

namespace scrim::release {

// Refuses insensitive columns that single out more people than the policy allows (kernel/risk/exact_columns.h), even
// without all whom it allows to suppress.
Result<void> refuse_telling_columns(const Prepared& prepared, const Policy& policy);

}  // namespace scrim::release

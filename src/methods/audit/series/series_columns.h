// What the columns of a series of releases mean, or why it cannot be audited.
#pragma once

#include "methods/audit/series/release_classes.h"

#include <vector>

namespace scrim::audit {

// Refuses, naming what is missing and what would be accepted. Releases that do not say which column tells their classes
// apart are told: the group column that our own releases have, where all of them have it.
Result<SeriesColumns> series_columns(std::vector<ReleaseTables>& releases, const std::vector<TableSource*>& people,
                                     const Policy& policy);

}  // namespace scrim::audit

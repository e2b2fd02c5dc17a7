// What the columns of a series of releases mean, or why it cannot be audited.
#pragma once

#include "audit/release_classes.h"

#include <vector>

namespace scrim {

// Refuses, naming what is missing and what would be accepted.
Result<SeriesColumns> series_columns(const std::vector<TableSource*>& releases, const std::vector<TableSource*>& people,
                                     const Policy& policy);

}  // namespace scrim

// The audit of a series of releases, on tables from any source.
#pragma once

#include "audit/release_classes.h"
#include "core/source.h"
#include "scrim/audit.h"

#include <vector>

namespace scrim {

// `releases` in their order; `people`: none, one for all releases or one for each.
Result<SeriesCheckReport> check_series_tables(std::vector<ReleaseTables> releases,
                                              const std::vector<TableSource*>& people,
                                              const SeriesCheckRequest& request, Progress& progress);

}  // namespace scrim

// The audit of a series of releases, on tables from any source.
#pragma once

#include "kernel/core/source.h"
#include "methods/audit/series/release_classes.h"
#include "scrim/audit.h"

#include <vector>

namespace scrim::audit {

// `releases` in their order; `people`: none, one for all releases or one for each.
Result<SeriesCheckReport> check_series_tables(std::vector<ReleaseTables> releases,
                                              const std::vector<TableSource*>& people,
                                              const SeriesCheckRequest& request, Progress& progress);

}  // namespace scrim::audit

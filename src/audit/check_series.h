// The audit of a series of releases, on tables from any source.
#pragma once

#include "core/source.h"
#include "scrim/audit.h"

#include <vector>

namespace scrim {

// `releases` in their order; `people`: none, one for all releases or one for each.
Result<SeriesCheckReport> check_series_tables(const std::vector<TableSource*>& releases,
                                              const std::vector<TableSource*>& people,
                                              const SeriesCheckRequest& request, Progress& progress);

}  // namespace scrim

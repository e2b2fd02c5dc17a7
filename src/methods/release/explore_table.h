// Every algorithm that the requirements allow, on one table, and which of them is recommended; writes nothing.
#pragma once

#include "methods/check/compared_tables.h"
#include "methods/release/prepare.h"

namespace scrim::release {

// `workload` reads the request's; without one, no queries are counted.
Result<ExploreReport> explore_table(PublishSources sources, const PublishRequest& request,
                                    const checking::WorkloadReader& workload, Progress& progress);

}  // namespace scrim::release

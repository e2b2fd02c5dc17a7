// Makes a plan: prepares and recodes a table as publish does, and keeps what it takes to do the same to its records.
#pragma once

#include "kernel/encode/typed_rows.h"
#include "methods/plan/release_plan.h"
#include "methods/release/publish_table.h"

namespace scrim::planning {

// `rows` is what request.table.histogram holds; `table` the same as a source. Refuses what publish refuses, and
// algorithms that do not generalize.
Result<ReleasePlan> make_plan(const encode::TypedRows& rows, release::PublishSources sources,
                              const PublishRequest& request, const checking::WorkloadReader& workload,
                              Progress& progress);

}  // namespace scrim::planning

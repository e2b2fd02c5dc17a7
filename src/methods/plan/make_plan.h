// Makes a plan: prepares and recodes a table as publish does, and keeps what it takes to do the same to its records.
#pragma once

#include "kernel/encode/typed_rows.h"
#include "methods/plan/release_plan.h"
#include "methods/release/publish_table.h"

namespace scrim::planning {

// Does it give each record's place in the release, so that there is a plan?
bool has_plans(const recode::RecoderSpec& recoder);
// The plan of what was decided: of `prepared`, which is of these rows.
Result<ReleasePlan> plan_of(const encode::TypedRows& rows, const PublishRequest& request,
                            const release::Prepared& prepared, const recode::Recoding& recoding,
                            const release::Chosen& chosen);

// `rows` is what request.table.histogram holds; `table` the same as a source. Refuses what publish refuses, and
// algorithms that do not generalize.
Result<ReleasePlan> make_plan(const encode::TypedRows& rows, release::PublishSources sources,
                              const PublishRequest& request, const checking::WorkloadReader& workload,
                              Progress& progress);

}  // namespace scrim::planning

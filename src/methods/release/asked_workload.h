// From the queries of a workload, over all values that can be asked about, to the problem of a table that holds some.
#pragma once

#include "methods/check/compared_tables.h"
#include "methods/release/prepare.h"

namespace scrim::release {

// Reads the request's workload as --explore does, so that what is made small is what it measures.
Result<recode::Workload> asked_workload(const Prepared& prepared, const PublishRequest& request,
                                        const checking::WorkloadReader& reader);

}  // namespace scrim::release

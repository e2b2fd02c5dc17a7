// From one run of tuples in local codes to Tuples in final ones.
//
// What segment.h is for rows. Final codes have another order than local ones and may be equal where those differ ("1"
// and "1.0"), so the tuples are translated block by block, sorted and merged again.
#pragma once

#include "adapters/duckdb/files/tuple_run.h"
#include "kernel/core/tuples.h"
#include "kernel/encode/domain_builder.h"

#include <span>
#include <string>

namespace scrim::engine {

// `built` is made of one dictionary for each column, which the run's codes are of.
Tuples assemble(TupleRun&& run, std::span<const std::string> names, std::span<const encode::BuiltDomain> built);

}  // namespace scrim::engine

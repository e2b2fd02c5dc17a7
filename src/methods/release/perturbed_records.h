// The records that a perturbing method gets: every row, with the columns that are released.
#pragma once

#include "kernel/recode/perturbation.h"
#include "methods/release/prepare.h"

namespace scrim::release {

// Refuses what prepare() refuses of tables and policies. Records come sorted by their values: the order of the
// original is not in them.
// `over_hierarchies`: of numbers, too, all values that their hierarchies name.
Result<recode::Records> read_records(TableSource& table, const PublishRequest& request, bool over_hierarchies,
                                     Progress& progress);

}  // namespace scrim::release

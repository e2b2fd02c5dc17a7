// The evidence of a check: sensitive columns with their hierarchies and guards.
//
// A column whose values are not all leaves of its hierarchy, and all nodes of it, was generalized record by record (as
// the algorithm `personalized` does it): models that would take such cells for values are then not asked.
#pragma once

#include "kernel/hierarchy/hierarchy.h"
#include "kernel/models/evidence.h"
#include "methods/check/needed_columns.h"

#include <optional>

namespace scrim::checking {

Result<models::Evidence::Input> evidence_input(Table table, const Needed& needed, const CheckRequest& request,
                                               const hierarchy::Hierarchies& hierarchies,
                                               const std::optional<Table>& original);

}  // namespace scrim::checking

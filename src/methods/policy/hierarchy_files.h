// The hierarchies that policies name, read from their files.
#pragma once

#include "kernel/hierarchy/hierarchy.h"
#include "scrim/policy.h"

namespace scrim::policy {

Result<hierarchy::Hierarchy> read_hierarchy(const std::string& path);
// Of a column that has one, from its file or as it was given: its text, and what that means.
Result<std::string> hierarchy_text(const ColumnPolicy& column);
Result<hierarchy::Hierarchy> read_hierarchy(const ColumnPolicy& column);
// Of all columns of the policy that have one.
Result<hierarchy::Hierarchies> read_hierarchies(const Policy& policy);

}  // namespace scrim::policy

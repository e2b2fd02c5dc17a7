// The hierarchies that policies name, read from their files.
#pragma once

#include "kernel/hierarchy/hierarchy.h"
#include "scrim/policy.h"

namespace scrim::policy {

Result<hierarchy::Hierarchy> read_hierarchy(const std::string& path);
// Of all columns of the policy that have one.
Result<hierarchy::Hierarchies> read_hierarchies(const Policy& policy);

}  // namespace scrim::policy

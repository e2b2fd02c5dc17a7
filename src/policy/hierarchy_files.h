// The hierarchies that policies name, read from their files.
#pragma once

#include "hierarchy/hierarchy.h"
#include "scrim/policy.h"

namespace scrim {

Result<Hierarchy> read_hierarchy(const std::string& path);
// Of all columns of the policy that have one.
Result<Hierarchies> read_hierarchies(const Policy& policy);

}  // namespace scrim

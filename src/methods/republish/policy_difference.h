// How a policy that is given again differs from the one that a series keeps.
//
// Policies are compared by what they say: columns in any order, hierarchies by their contents wherever the files lie.
// What a series does not look at (population, algorithm, suppression) does not count.
#pragma once

#include "scrim/policy.h"
#include "scrim/result.h"

#include <string>
#include <vector>

namespace scrim::republication {

// One sentence for each difference; none where they say the same. An Error where a hierarchy cannot be read.
Result<std::vector<std::string>> policy_differences(const Policy& kept, const Policy& given);

}  // namespace scrim::republication

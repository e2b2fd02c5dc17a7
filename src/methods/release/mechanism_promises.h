// Models that are required of what makes a release by chance, not of classes: chosen for, and judged by its numbers.
#pragma once

#include "kernel/models/mechanism.h"
#include "scrim/check.h"
#include "scrim/policy.h"

#include <memory>
#include <vector>

namespace scrim::release {

struct OfMechanism {
    Requirement requirement;
    std::shared_ptr<const models::Model> model;
};

bool is_of_mechanism(const Requirement& requirement);
// Those that the policy requires.
Result<std::vector<OfMechanism>> required_of_mechanism(const Policy& policy);

// Numbers that serve all of them; none where those that suit one best do not.
models::Design serving(const std::vector<OfMechanism>& required);

// What of each is reached; refuses a mechanism that misses one.
Result<std::vector<RequirementReport>> judge_mechanism(const std::vector<OfMechanism>& required,
                                                       const models::Design& design);

}  // namespace scrim::release

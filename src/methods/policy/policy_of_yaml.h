// From a YAML tree to a Policy, refusing everything that is not understood.
#pragma once

#include "methods/policy/yaml_tree.h"
#include "scrim/policy.h"

namespace scrim::policy {

// `name` is what messages call the text; relative paths start in `folder`.
Result<Policy> policy_of_yaml(const YamlNode& root, const std::string& name, const std::string& folder);

}  // namespace scrim::policy

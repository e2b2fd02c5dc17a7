// A requirement in a YAML tree: the text "k_anonymity(k=5)" or a map with one key, {t_closeness_equal: {t: 0.2}}.
#pragma once

#include "methods/policy/yaml_tree.h"
#include "scrim/policy.h"

namespace scrim::policy {

// Known to be valid. Messages do not name the line: the caller knows it.
Result<Requirement> requirement_of_yaml(const YamlNode& node);

}  // namespace scrim::policy

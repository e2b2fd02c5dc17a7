// A privacy policy written in YAML.
//
//   policy: hospital
//   since: admitted                     # column with the date from which retention counts; needed by a period
//   rules:
//     - purpose: treatment              # one, or a list
//       recipient: [nurse, doctor]
//       attributes: {name: always, birth: opt_in, disease: always}
//       retention: 90 days              # none: never shown; left out: no limit
//     - purpose: research
//       recipient: lab
//       attributes: [birth, disease]
//       choice: opt_out                 # for a list; always when left out
//
// Refused, each with its line: unknown keys and choices, rules that contradict each other, all that yaml_tree.h
// refuses.
#pragma once

#include "methods/views/policy/privacy_policy.h"

#include <string>
#include <string_view>

namespace scrim::views {

// `name_of_text` is what messages call the text.
Result<PrivacyPolicy> parse_privacy_policy_yaml(std::string_view yaml, const std::string& name_of_text);

}  // namespace scrim::views

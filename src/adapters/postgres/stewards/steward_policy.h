// The policy of a steward's function: what YAML says, with the hierarchies that the extension keeps.
#pragma once

#include "adapters/postgres/server.h"
#include "scrim/policy.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace scrim::postgres {

// What was asked for besides the policy: goes before it, as the command line's options do.
struct Wishes {
    std::vector<std::string> require;  // models besides the policy's
    std::string algorithm, suppress;
};

// Its hierarchies are DGHs by their names: no file of the server is opened. Throws Refused.
Policy steward_policy(const std::string& yaml, const Wishes& wishes,
                      const std::function<std::optional<StoredDgh>(const std::string&)>& dgh);

}  // namespace scrim::postgres

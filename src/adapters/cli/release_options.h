// Options of verbs that decide how a table is released: what the algorithm is, and what beside the policy it looks at.
#pragma once

#include "scrim/publish.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace scrim::cli {

class ReleaseOptions {
public:
    // Of a request with a policy and a table; what flags say, complete() puts there.
    void add_to(CLI::App& command, PublishRequest& request);
    // What flags say goes before what the policy file says.
    Result<void> complete(PublishRequest& request) const;

private:
    std::string algorithm_, strategy_, minimize_, suppress_, population_, memory_, max_singled_out_;
    std::vector<std::string> weights_, max_levels_, accept_exact_;
};

}  // namespace scrim::cli

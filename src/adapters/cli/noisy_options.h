// Options of questions that are answered with noise, and their run.
#pragma once

#include "adapters/cli/verb.h"
#include "scrim/noisy.h"

#include <string>
#include <vector>

namespace scrim::cli {

struct NoisyOptions {
    NoisyRequest request;
    bool cost = false;

    void add_to(CLI::App& command);
    // One of them was given, though the framework is another.
    bool given() const;
};

// One after the other, each paid for by itself.
Result<int> run_noisy(const NoisyOptions& options, const std::string& file, const std::vector<std::string>& questions,
                      bool json, bool explain, Session& session);

}  // namespace scrim::cli

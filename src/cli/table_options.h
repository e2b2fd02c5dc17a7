// Options that every verb which reads a table shares.
#pragma once

#include "scrim/input.h"
#include "scrim/policy.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace scrim::cli {

// --table, --query, --delimiter, --null of the table at `input.path`.
void add_input_options(CLI::App& command, TableInput& input);

// The policy: a file, flags, or both.
struct PolicyOptions {
    std::string file;
    std::string person;
    std::vector<std::string> identifiers, quasi_identifiers, sensitive, insensitive, guards, require;

    void add_to(CLI::App& command);
    bool given() const;  // anything of it
    Result<Policy> policy() const;
};

}  // namespace scrim::cli

// Flags that take several values: --id a b, --id a,b and --id a --id b mean the same.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace scrim::cli {

// The command line with the flag before each of its values: --id a b becomes --id a --id b. A word that names an
// existing file is the verb's table where no other word is.
std::vector<std::string> spread_values(const CLI::App& app, const std::vector<std::string>& words);

// a,b as a and b; what stands in double quotes is one, and a quote in it is written twice: "a,b",c.
std::vector<std::string> split_list(const std::string& text);
std::vector<std::string> split_lists(const std::vector<std::string>& texts);

}  // namespace scrim::cli

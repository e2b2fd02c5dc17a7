// Runs the real program in a process of its own: for what cannot be done to the test's own process.
#pragma once

#include "tests/cli/scratch_folder.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace scrim::testing {

struct ChildOptions {
    std::string out;                                  // where standard output goes; "" = into Outcome::out
    std::optional<std::size_t> largest_file;          // no file that it writes may become larger (RLIMIT_FSIZE, SIGXFSZ ignored)
    std::optional<std::chrono::milliseconds> interrupt_after;  // Ctrl-C, this long after the program began to listen to it
};

// The program's outcome in the current directory; code 128 + n if signal n ended it, and a failure if it takes over a minute.
Outcome run_child(const std::vector<std::string>& words, const ChildOptions& options = {});

}  // namespace scrim::testing

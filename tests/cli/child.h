// Runs the real program in a process of its own: for what cannot be done to the test's own process.
#pragma once

#include "tests/cli/scratch_folder.h"

#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <vector>

namespace scrim::testing {

struct ChildOptions {
    // Where standard output goes; "" = into Outcome::out.
    std::string out = {};
    // No file that it writes may become larger (RLIMIT_FSIZE, SIGXFSZ ignored).
    std::optional<std::size_t> largest_file = {};
    // Ctrl-C, this long after the program began to listen to it.
    std::optional<std::chrono::milliseconds> interrupt_after = {};
    // What is sent instead of Ctrl-C.
    int signal = SIGINT;
    // SIGKILL, this long after its start.
    std::optional<std::chrono::milliseconds> kill_after = {};
};

// The program's outcome in the current directory; code 128 + n if signal n ended it, and a failure if it takes over a
// minute.
Outcome run_child(const std::vector<std::string>& words, const ChildOptions& options = {});

}  // namespace scrim::testing

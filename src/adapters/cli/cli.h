// The command line: translates words into requests, results into text and exit codes. Everything it does goes through
// include/scrim.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace scrim::cli {

enum ExitCode : int {
    fine = 0,
    does_not_hold = 1,  // a guarantee does not hold, or verification failed
    bad_input = 2,      // usage or input
    our_fault = 3,
    interrupted = 130,  // Ctrl-C, as shells report it: 128 + the signal's number, whichever it was
};

// `words` without the program's name.
int run(const std::vector<std::string>& words, std::ostream& out, std::ostream& err);

}  // namespace scrim::cli

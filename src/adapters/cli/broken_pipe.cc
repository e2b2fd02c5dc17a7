#include "adapters/cli/broken_pipe.h"

#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <iostream>

namespace scrim::cli {

KeepOnBrokenPipe::KeepOnBrokenPipe() : before_(std::signal(SIGPIPE, SIG_IGN)) {}

KeepOnBrokenPipe::~KeepOnBrokenPipe() {
    // The last bytes are written when the program ends: let that fail too.
    if (!reader_left(std::cout)) std::signal(SIGPIPE, before_);
}

bool reader_left(const std::ostream& out) {
    if (&out != &std::cout) return false;
    struct pollfd standard_output {
        STDOUT_FILENO, POLLOUT, 0
    };
    return ::poll(&standard_output, 1, 0) == 1 && (standard_output.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace scrim::cli

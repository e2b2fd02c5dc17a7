#include "kernel/core/readers.h"

#include <fstream>
#include <string>

namespace scrim {

::mode_t usual_mode(::mode_t most) {
    // umask() tells only by changing it, for all threads.
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("Umask:")) return most & ~static_cast<::mode_t>(std::stoul(line.substr(6), nullptr, 8));
    return most & 0700;
}

}  // namespace scrim

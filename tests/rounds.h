// How many random cases a test tries: the same in every build, and SCRIM_ROUNDS times as many where time allows
// (make test-slow).
#pragma once

#include <cstdlib>

namespace scrim {

inline int rounds(int few) {
    const char* times = std::getenv("SCRIM_ROUNDS");
    return times == nullptr ? few : few * std::atoi(times);
}

}  // namespace scrim

// Which of the algorithms that were tried is recommended for the purpose that was stated, and why: for a workload the
// one whose counts are off least, else the one that publish takes by itself (default_algorithm.h).
#pragma once

#include "methods/release/prepare.h"

#include <string>
#include <vector>

namespace scrim::release {

struct Recommendation {
    std::string algorithm;  // "" where none of them can be released
    std::string because;
};
Recommendation recommend(const Prepared& prepared, const PublishRequest& request,
                         const std::vector<TrialReport>& trials);

}  // namespace scrim::release

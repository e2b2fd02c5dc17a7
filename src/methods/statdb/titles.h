// The columns of an answer have different titles, so that programs can tell them apart.
#pragma once

#include "kernel/core/text.h"
#include "scrim/result.h"

#include <algorithm>
#include <string>
#include <vector>

namespace scrim::statdb {

inline Result<void> check_titles(std::vector<std::string> titles) {
    std::sort(titles.begin(), titles.end());
    const auto twice = std::adjacent_find(titles.begin(), titles.end());
    if (twice == titles.end()) return {};
    return input_error(format("two columns of the answer are named {}; rename one with AS", quoted(*twice)));
}

}  // namespace scrim::statdb

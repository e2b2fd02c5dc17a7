// Columns of which a release tells nothing: "*" in every record.
#pragma once

#include "kernel/recode/recoding.h"

#include <string>
#include <utility>
#include <vector>

namespace scrim::release {

// The column, and why; none where a column has one value anyway.
std::vector<std::pair<std::string, std::string>> lost_columns(const recode::Problem& problem,
                                                              const recode::Recoding& recoding);

}  // namespace scrim::release

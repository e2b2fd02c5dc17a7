// Models that look at nothing but how many people or records a class has, and the least class that they accept.
#pragma once

#include "kernel/models/model.h"

namespace scrim::models {

bool only_counts(const Model& model);
// The size of the smallest class that satisfies such a model; `most` + 1 where none up to `most` does.
std::uint64_t least_size(const Model& model, std::uint64_t most);

}  // namespace scrim::models

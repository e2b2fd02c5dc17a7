// Exchange: makes the groups of a block of points lose less, never more.
#pragma once

#include "kernel/recode/perturb/point_set.h"

#include <vector>

namespace scrim::recode::perturb {

// Goes over the groups `rounds` times, each time with other neighbors, and groups them anew together. Every group keeps
// k points or more. Chance comes from the seed.
void exchange(const PointSet& points, std::vector<std::vector<std::uint32_t>>& groups, std::uint32_t k, int rounds,
              std::uint64_t seed);

}  // namespace scrim::recode::perturb

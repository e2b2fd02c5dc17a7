// The requirement epsilon_distinctness(level=…, lambda=…, tau=…) of each release of a series, for those who write it.
#pragma once

#include "scrim/policy.h"

#include <cstdint>

namespace scrim::models {

Requirement require_epsilon_distinctness(std::uint32_t level, std::uint32_t lambda, std::uint32_t tau);

}  // namespace scrim::models

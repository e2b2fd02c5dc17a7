// Sampling weights: the people of the population for whom each record of a sample stands.
#pragma once

#include "kernel/core/domain.h"
#include "scrim/result.h"

#include <string>
#include <vector>

namespace scrim::risk {

// By code. Refuses weights that are missing or no numbers greater than 0.
Result<std::vector<double>> sampling_weights(const std::string& name, const Domain& domain);

}  // namespace scrim::risk

// Answers with noise, and what they cost.
#pragma once

#include "kernel/core/json.h"
#include "scrim/noisy.h"

namespace scrim::report::json {

Json noisy_answer(const NoisyAnswer& answer);
Json noisy_price(const NoisyPrice& price);

}  // namespace scrim::report::json

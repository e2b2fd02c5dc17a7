// Skips: how many times something with a small chance does not happen before it does, drawn in whole numbers only.
//
// C. L. Canonne, G. Kamath, T. Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020, algorithms 1 and
// 2: exponentials of fractions become chances without a logarithm, so that the chances are those that are stated.
#pragma once

#include "kernel/core/random.h"

#include <cstdint>

namespace scrim::recode::perturb {

// True with chance exp(-over / under); over <= under, under > 0.
bool happens_exp(std::uint64_t over, std::uint64_t under, Random& random);

// n with chance (1 - q) q^n, where q = exp(-over / under): failures before a success of chance 1 - q. over > 0.
std::uint64_t skipped(std::uint64_t over, std::uint64_t under, Random& random);

}  // namespace scrim::recode::perturb

// SignaturePlan: which sensitive values go together in how many groups, before anybody is chosen.
//
// A plan depends on nothing but how often each value occurs. The people who hold a value are then dealt to its places
// at random, so that exchanging values within a bucket leaves the probability of the whole outcome as it was: what a
// bucket looks like does not tell who holds which of its values.
#pragma once

#include "kernel/deal/chance.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::deal {

// So many groups, each with one record of each of these values.
struct PlannedSignature {
    std::vector<std::uint32_t> values;  // ascending
    std::uint32_t groups = 0;
};
using SignaturePlan = std::vector<PlannedSignature>;

// Can records be put in groups of m or more different values? counts[v] hold value v.
bool is_eligible(std::span<const std::uint32_t> counts, std::uint32_t m);

// Neighbors together: a signature is made of the m first values that have records left, with those that must not be
// left waiting, and as many groups get it as possible. Few signatures, of values that stand close in the domain, which
// are alike where the domain follows a hierarchy, and which questions about ranges name together. Eligible counts.
SignaturePlan plan_neighbors(std::span<const std::uint32_t> counts, std::uint32_t m);

// The paper's: one group at a time of the m values with the most records left (Xiao, Tao: m-invariance, SIGMOD 2007).
SignaturePlan plan_one_by_one(std::span<const std::uint32_t> counts, std::uint32_t m, Chance& chance);

}  // namespace scrim::deal

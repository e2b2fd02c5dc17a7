// Steps: the levels of each quasi-identifier as tables, for searches that pack all attributes into one key.
#pragma once

#include "kernel/recode/lattice/lattice.h"

#include <cstdint>
#include <vector>

namespace scrim::recode::lattice {

// Losses are counted in units of 2^-30 of a record and rounded down, so that a sum of them is exact and never above
// the true one.
constexpr std::uint64_t whole_record = std::uint64_t{1} << 30;

// One attribute's levels: values and nodes by their ordinal from left to right.
struct Steps {
    unsigned shift = 0;  // of its field in a key
    std::uint64_t mask = 0;
    std::vector<std::vector<std::uint32_t>> ordinal;  // [level][value]: the node that stands for it
    std::vector<std::vector<double>> loss;            // [level][ordinal]: its share of a record's loss, 0 … 1
    std::vector<std::vector<std::uint32_t>> units;    // the same in units
    std::uint32_t top() const { return static_cast<std::uint32_t>(loss.size()) - 1; }
};

// One per quasi-identifier. Their keys must fit 64 bits, and the metric must be a mean over cells.
std::vector<Steps> make_steps(const Problem& problem, const Lattice& lattice);
// Bits of a key of all quasi-identifiers.
unsigned key_bits(const Problem& problem);

}  // namespace scrim::recode::lattice

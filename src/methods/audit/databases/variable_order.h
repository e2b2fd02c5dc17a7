// An order of variables in which a decision diagram stays small, for a function that depends on sets of variables: each
// set is a condition, or a part of one, and what matters of the variables above a cut is which sets they leave open.
#pragma once

#include <cstdint>
#include <vector>

namespace scrim::audit::databases {

struct VariableOrder {
    std::vector<std::uint32_t> position;  // by variable
    // About 2^width nodes are between any two neighbors. Sets that are the same above a cut, or below it, count once.
    std::uint32_t width = 0;
};

// Tries orders that pull sets together (FORCE: F. Aloul, I. Markov, K. Sakallah, GLSVLSI 2003) and, where there are few
// variables, one that opens as few sets as it can.
VariableOrder order_variables(std::uint32_t variables, const std::vector<std::vector<std::uint32_t>>& sets);

}  // namespace scrim::audit::databases

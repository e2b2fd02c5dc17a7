// An order of variables in which the sets of variables that belong together lie close together, so that a decision
// diagram stays small. (FORCE: F. Aloul, I. Markov, K. Sakallah, GLSVLSI 2003.)
#pragma once

#include <cstdint>
#include <vector>

namespace scrim::view_audit {

struct VariableOrder {
    std::vector<std::uint32_t> position;  // by variable
    std::uint32_t widest = 0;             // most sets that any place between two neighbours cuts
};

VariableOrder order_variables(std::uint32_t variables, const std::vector<std::vector<std::uint32_t>>& sets);

}  // namespace scrim::view_audit

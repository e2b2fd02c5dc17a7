// JunctionTree: groups of variables (cliques) such that every given set lies in one of them, in a tree in which the
// cliques that share a variable are connected through cliques that have it. What is computed clique by clique is then
// a distribution of all variables.
//
// Lauritzen, Spiegelhalter, Journal of the Royal Statistical Society B 50(2), 1988. Variables are eliminated in an
// order that always takes the one whose neighbors have the fewest combinations of values.
//
//   const JunctionTree tree({{0, 1}, {1, 2}, {0, 2}}, sizes);      // one clique {0, 1, 2}
#pragma once

#include "kernel/marginal/factor.h"

#include <cstdint>
#include <vector>

namespace scrim::marginal {

struct JunctionTree {
    struct Clique {
        Variables variables;
        std::size_t parent = 0;  // a clique before it; of the first, itself
        Variables shared;        // with the parent; may be empty
    };
    std::vector<Clique> cliques;  // parents first; every variable is in one

    JunctionTree(const std::vector<Variables>& sets, const Sizes& sizes);

    // The combinations of values of all cliques; the greatest number where 64 bits do not hold it.
    std::uint64_t cells(const Sizes& sizes) const;
    // A smallest clique that has all of them; the number of cliques where there is none.
    std::size_t holding(const Variables& some, const Sizes& sizes) const;
};

}  // namespace scrim::marginal

// Growing: the first classes of a block, each grown around a point in need, by the neighbor that costs least.
//
// Points that satisfy the models by themselves are printed as they are. Of the others, the one with the cheapest class
// is served first; where models only count, exact classes lend what they do not need.
#pragma once

#include "kernel/recode/cluster/block.h"

#include <vector>

namespace scrim::recode::cluster {

// Fills a block that has no classes yet. Returns the shares, over global atoms, that found no class.
std::vector<Share> grow_classes(Block& block, Judge& judge);

}  // namespace scrim::recode::cluster

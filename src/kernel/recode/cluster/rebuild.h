// Rebuilding: takes a few neighboring classes apart and puts them together again, and keeps what loses less.
//
// A large neighborhood search (Shaw 1998) that never gets worse: the records of a class and of some classes near it
// are pooled, with what exact classes nearby can lend; classes are grown in the pool from seeds drawn by chance, and
// records that a class does not need move to where they cost less.
#pragma once

#include "kernel/recode/cluster/block.h"

#include <cstdint>

namespace scrim::recode::cluster {

// One round over the block's classes: the more a class costs, the more often it is tried.
void rebuild_classes(Block& block, Judge& judge, std::uint64_t seed);

}  // namespace scrim::recode::cluster

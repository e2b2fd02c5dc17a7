// Settling: classes for the shares of a region that found none near them.
#pragma once

#include "kernel/recode/cluster/judge.h"

#include <vector>

namespace scrim::recode::cluster {

// `shares` are over global atoms, and `classes` those of their region; all records of the region together hold. Shares
// that hold together are divided into classes of their own; others join the classes that are nearest to them.
void settle(const Points& points, Judge& judge, std::vector<Share> shares, std::vector<Class>& classes);

}  // namespace scrim::recode::cluster

// Settling: records that were drawn one by one are moved nearer to what was expected of them all.
//
// Drawn records have as many of each pair of values as chance gave them, which is further from the expected number than
// noise was, where cells are many. Two records exchange their values of a column where that brings the counts of all
// pairs of columns nearer to what a model expects: how often each value occurs stays. Looks at nothing but records that
// were drawn and the model, so that it costs no privacy.
//
//   auto columns = model.drawn(records, random);
//   settle(columns, model.pairs(), model.total(), sizes, 20, random);
#pragma once

#include "kernel/core/int128.h"
#include "kernel/core/random.h"
#include "kernel/marginal/factor.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace scrim::marginal {

// `expected`: of each pair of columns, adding up to `total`. `tries`: exchanges looked at for each record and column.
void settle(std::vector<std::vector<std::uint32_t>>& columns, const std::vector<std::vector<Factor>>& expected,
            double total, const Sizes& sizes, int tries, Random& random, const std::function<bool()>& stop);

}  // namespace scrim::marginal

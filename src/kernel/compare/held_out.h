// Holding records of the original out of a release: a classifier must not be tested on what it was trained on.
//
// Nobody can say which released record is a given original's (that is the release's point), but records of equal
// released values are interchangeable: taking any one of them away is taking away the right one. So each held-out
// record takes the weight of one record from rows that cover all its values. Where no row does, as in a release of
// noise, there is nothing to take away.
#pragma once

#include "kernel/compare/comparison.h"

#include <span>

namespace scrim::compare {

// The weights of the release's rows without the records that are held out: rows of the original, as often as they
// occur.
std::vector<double> weights_without(const Comparison& input, std::span<const std::uint32_t> held_out);

}  // namespace scrim::compare

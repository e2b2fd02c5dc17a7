// CountQuery: how many records satisfy a condition on each of some columns? Of values that are spans, which share of
// them does is expected.
#pragma once

#include "kernel/core/span.h"

#include <cstddef>
#include <vector>

namespace scrim {

// A value in `spans` (ascending, apart; none: no value satisfies it) on `attribute`.
struct CountCondition {
    std::size_t attribute = 0;
    std::vector<Span> spans;
};
// All conditions hold together, and each is about another attribute.
using CountQuery = std::vector<CountCondition>;

// Which share of the values of `printed` lies in `asked` (ascending, apart).
double share_of(Span printed, const std::vector<Span>& asked);
bool overlaps(Span printed, const std::vector<Span>& asked);
// By what the error of a count is divided at least, so that queries that match next to nothing do not decide: a
// thousandth of all records, and one (Xiao, Wang, Gehrke, Differential privacy via wavelet transforms, ICDE 2010,
// section 7.1).
double sanity_bound(double records);

}  // namespace scrim

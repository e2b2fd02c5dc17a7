#include "kernel/core/count_query.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace scrim {

double share_of(Span printed, const std::vector<Span>& asked) {
    std::uint64_t common = 0;
    for (const Span span : asked)
        if (span.overlaps(printed)) common += std::min(span.hi, printed.hi) - std::max(span.lo, printed.lo);
    return static_cast<double>(common) / printed.width();
}

bool overlaps(Span printed, const std::vector<Span>& asked) {
    return std::any_of(asked.begin(), asked.end(), [&](Span span) { return span.overlaps(printed); });
}

double sanity_bound(double records) { return std::max(1.0, std::ceil(records / 1000)); }

}  // namespace scrim

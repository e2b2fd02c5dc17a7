// How much a view's recoding loses: the measures of 003, §8.1.
#pragma once

#include "views/view_recoding.h"

#include <cstdint>

namespace scrim {

struct ViewQuality {
    std::uint64_t records = 0, exact = 0, grouped = 0, hidden = 0, groups = 0;
    // Normalised certainty penalty: the mean over records and quasi-identifiers of (width - 1) / (domain - 1). 0 is
    // best.
    double ncp = 0;
    // Sum over the grouped records of the size of their group less the k they asked for. 0 is best.
    std::uint64_t k_deviation = 0;
};

// Recodes what has not been recoded yet.
ViewQuality measure_quality(const ViewRecoding& recoding);

}  // namespace scrim

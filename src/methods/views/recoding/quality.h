// How much a view's recoding loses: the measures of 003, §8.1.
#pragma once

#include "methods/views/recoding/view_recoding.h"

#include <cstdint>

namespace scrim::views {

struct ViewQuality {
    std::uint64_t records = 0, exact = 0, grouped = 0, hidden = 0, groups = 0;
    // Those in groups; where a person has several records, fewer than the records.
    std::uint64_t persons = 0;
    bool one_record_each = true;
    // Normalized certainty penalty: the mean over records and quasi-identifiers of (width - 1) / (domain - 1). 0 is
    // best.
    double ncp = 0;
    // Sum over the groups and the persons in them of the group's persons less the k that the person asks for. 0 is
    // best.
    std::uint64_t k_deviation = 0;
};

// Recodes what has not been recoded yet.
ViewQuality measure_quality(const ViewRecoding& recoding);

}  // namespace scrim::views

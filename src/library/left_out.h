// A policy and a histogram that leaves some columns of its table out.
#pragma once

#include "scrim/histogram.h"
#include "scrim/policy.h"

#include <algorithm>

namespace scrim::library {

// Columns that were named for the table need not be in its histogram, where the table had them.
inline void expect_no_left_out(Policy& policy, const Histogram& histogram) {
    const std::vector<std::string>& left_out = histogram.left_out();
    for (ColumnPolicy& column : policy.columns)
        if (std::find(left_out.begin(), left_out.end(), column.name) != left_out.end()) column.must_exist = false;
}

}  // namespace scrim::library

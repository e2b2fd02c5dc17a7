// The relative gain of a value in a class: (q - p) / p, with its share q in the class and p in the whole table.
#pragma once

#include "kernel/models/model.h"

namespace scrim::models {

// Negative when the class holds less than its part; infinite when the table lacks the value.
inline Ratio gain_of(const ClassView& view, ValueCount bar) {
    const Int128 share = Int128{view.sensitive->overall[bar.value]} * view.size;
    return Ratio(Int128{bar.count} * view.sensitive->overall.total() - share, share);
}

// At least 0: some value is as frequent in the class as in the table, or more.
inline Ratio largest_gain(const ClassView& view) {
    const ValueHistogram& overall = view.sensitive->overall;
    // It belongs to the largest q / p.
    ValueCount most = view.values.front();
    for (const ValueCount& bar : view.values)
        if (Uint128{bar.count} * overall[most.value] > Uint128{most.count} * overall[bar.value]) most = bar;
    return gain_of(view, most);
}

}  // namespace scrim::models

// Models that ask for even values: whatever holds for a class holds for one whose counts are evener (majorised), and
// which value has which count does not matter.
//
// Leaving out records helps such a class. The evenest rest that r records fewer allow is the class cut down to one
// height: no value more often than h (as water fills a vessel upside down). Cutting lower is evener still, so the
// heights at which a class holds are all those up to some h, and what stands above h + 1 must go, and one record more.
#pragma once

#include "kernel/models/model.h"

#include <algorithm>
#include <vector>

namespace scrim::models {

// Of a class that fails: at least how many records must be left out for the rest to hold; `holds(view)` judges it.
template <class Holds>
std::uint64_t least_uneven(const ClassView& view, Holds holds) {
    thread_local std::vector<ValueCount> cut;  // kept per thread, because classes are many and small
    const auto at_height = [&](std::uint64_t height) {
        ClassView lower = view;
        lower.size = 0;
        cut.assign(view.values.begin(), view.values.end());
        for (ValueCount& bar : cut) {
            bar.count = static_cast<std::uint32_t>(std::min<std::uint64_t>(bar.count, height));
            lower.size += bar.count;
        }
        lower.values = cut;
        return lower;
    };
    std::uint64_t records = 0;
    for (const ValueCount& bar : view.values) records += bar.count;
    if (records != view.size) return 1;  // people with several values: counts are not of a division of the class
    std::uint64_t holding = 0, failing = view.largest();
    while (failing - holding > 1) {
        const std::uint64_t middle = holding + (failing - holding) / 2;
        (holds(at_height(middle)) ? holding : failing) = middle;
    }
    return holding == 0 ? view.size : view.size - at_height(failing).size + 1;
}

}  // namespace scrim::models

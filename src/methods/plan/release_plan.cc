#include "methods/plan/release_plan.h"

#include "kernel/core/names.h"

#include <algorithm>

namespace scrim::planning {

std::vector<std::string> ReleasePlan::needed(bool with_kept) const {
    std::vector<std::string> names;
    for (const Axis& axis : axes) add_once(names, axis.name);
    for (const ShownColumn& column : shown)
        if (!column.printed) add_once(names, column.name);
    if (with_kept)
        for (const ShownColumn& column : kept) add_once(names, column.name);
    return names;
}

std::size_t ReleasePlan::find_key(std::span<const Code> codes) const {
    const std::size_t width = axes.size();
    std::size_t low = 0, high = key_count();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        const auto key = keys.begin() + static_cast<std::ptrdiff_t>(middle * width);
        if (std::lexicographical_compare(key, key + static_cast<std::ptrdiff_t>(width), codes.begin(), codes.end()))
            low = middle + 1;
        else
            high = middle;
    }
    const auto key = keys.begin() + static_cast<std::ptrdiff_t>(low * width);
    return low < key_count() && std::equal(codes.begin(), codes.end(), key) ? low : key_count();
}

}  // namespace scrim::planning

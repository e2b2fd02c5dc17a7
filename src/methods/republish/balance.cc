#include "methods/republish/balance.h"

#include <algorithm>
#include <numeric>

namespace scrim::republication {

std::optional<Counts> largest_fill(const Counts& gaps, const Counts& supply, std::uint32_t m) {
    // Records of a value that cannot fill a gap are left in any case.
    Counts least(supply.size());
    for (std::size_t v = 0; v < supply.size(); ++v) least[v] = supply[v] - std::min(gaps[v], supply[v]);
    const auto total = std::accumulate(supply.begin(), supply.end(), std::uint64_t{0});
    const auto at_least = std::accumulate(least.begin(), least.end(), std::uint64_t{0});
    const std::uint32_t largest_least = least.empty() ? 0 : *std::max_element(least.begin(), least.end());
    if (at_least == 0) return Counts(supply);

    // A rest of `rest` records is eligible when no value has more than rest / m of them: so many can be left of each
    // value, and all of them must be enough. The smallest such rest.
    std::vector<std::uint64_t> holding(total / m + 2, 0);  // how many values have so many records or more
    for (const std::uint32_t count : supply)
        if (count > 0) ++holding[std::min<std::uint64_t>(count, total / m + 1)];
    for (std::size_t i = holding.size() - 1; i-- > 0;) holding[i] += holding[i + 1];
    std::uint64_t can_stay = 0;  // with at most `share` of each value
    for (std::uint64_t share = 0; share <= total / m; ++share) {
        if (share > 0) can_stay += holding[share];
        if (share < largest_least) continue;
        const std::uint64_t rest = std::max(at_least, share * m);
        if (rest >= (share + 1) * m || rest > can_stay) continue;
        Counts left = least;
        std::uint64_t more = rest - at_least;
        for (std::size_t v = 0; v < supply.size() && more > 0; ++v) {
            const std::uint64_t can = std::min<std::uint64_t>(supply[v], share) - left[v];
            const std::uint64_t taken = std::min(can, more);
            left[v] += static_cast<std::uint32_t>(taken);
            more -= taken;
        }
        Counts fill(supply.size());
        for (std::size_t v = 0; v < supply.size(); ++v) fill[v] = supply[v] - left[v];
        return fill;
    }
    return std::nullopt;
}

}  // namespace scrim::republication

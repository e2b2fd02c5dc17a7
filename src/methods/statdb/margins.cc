#include "methods/statdb/margins.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace scrim::statdb {
namespace {

// For every set of margins: the records of the scarcest value in their union.
std::vector<std::uint32_t> scarcest(std::span<const std::vector<std::uint32_t>> counts, unsigned margins) {
    const std::size_t sets = std::size_t{1} << margins;
    std::vector<std::uint32_t> least(sets, UINT32_MAX);
    std::vector<std::uint32_t> within(sets);
    for (const std::vector<std::uint32_t>& own : counts) {
        // within[S]: records whose margins are all in S.
        within = own;
        within[0] = 0;
        for (unsigned bit = 0; bit < margins; ++bit)
            for (std::size_t set = 0; set < sets; ++set)
                if (set >> bit & 1) within[set] += within[set ^ (std::size_t{1} << bit)];
        const std::uint32_t all = within[sets - 1];
        for (std::size_t set = 0; set < sets; ++set) least[set] = std::min(least[set], all - within[sets - 1 - set]);
    }
    return least;
}

// As many as possible in each margin, one after the other in this order, given what the earlier ones have.
std::vector<std::uint32_t> fill(std::span<const std::uint32_t> least, std::span<const unsigned> order) {
    std::vector<std::uint32_t> filled(order.size(), 0);
    // taken[S] for the sets of margins that were filled before; sets are walked as subsets of `before`.
    std::vector<std::uint32_t> taken(least.size(), 0);
    std::size_t before = 0;
    for (const unsigned margin : order) {
        const std::size_t own = std::size_t{1} << margin;
        std::uint32_t most = UINT32_MAX;
        for (std::size_t set = before;; set = (set - 1) & before) {
            const std::uint32_t room = least[set | own];
            most = std::min(most, room > taken[set] ? room - taken[set] : 0);
            if (set == 0) break;
        }
        filled[margin] = most;
        for (std::size_t set = before;; set = (set - 1) & before) {
            taken[set | own] = taken[set] + most;
            if (set == 0) break;
        }
        before |= own;
    }
    return filled;
}

// No more groups than any way to part the margins into sets allows.
std::uint32_t bound_of(std::vector<std::uint32_t> least, unsigned margins) {
    const std::size_t sets = std::size_t{1} << margins;
    if (margins > 6) return least[sets - 1];
    for (std::size_t set = 1; set < sets; ++set)
        for (std::size_t part = (set - 1) & set; part > 0; part = (part - 1) & set)
            least[set] = std::min(least[set], least[part] + least[set ^ part]);
    return least[sets - 1];
}

}  // namespace

OutsideGroups groups_outside(std::span<const std::vector<std::uint32_t>> counts, unsigned margins) {
    OutsideGroups best;
    best.per_margin.assign(margins, 0);
    if (margins == 0 || counts.empty()) return best;
    const std::vector<std::uint32_t> least = scarcest(counts, margins);
    best.bound = bound_of(least, margins);
    std::vector<unsigned> order(margins);
    std::iota(order.begin(), order.end(), 0u);
    const auto attempt = [&] {
        std::vector<std::uint32_t> filled = fill(least, order);
        const auto sum = std::accumulate(filled.begin(), filled.end(), 0u);
        if (sum <= best.found) return;
        best.found = sum;
        best.per_margin = std::move(filled);
    };
    if (margins <= 6) {
        do attempt();
        while (best.found < best.bound && std::next_permutation(order.begin(), order.end()));
        return best;
    }
    // Many margins: each first once, then from the fullest to the emptiest and back.
    for (unsigned turn = 0; turn < margins && best.found < best.bound; ++turn) {
        attempt();
        std::rotate(order.begin(), order.begin() + 1, order.end());
    }
    std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return least[1u << a] > least[1u << b]; });
    attempt();
    std::reverse(order.begin(), order.end());
    attempt();
    return best;
}

}  // namespace scrim::statdb

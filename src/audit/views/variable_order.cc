#include "audit/views/variable_order.h"

#include <algorithm>
#include <numeric>

namespace scrim::view_audit {
namespace {

using Sets = std::vector<std::vector<std::uint32_t>>;

struct Cost {
    std::uint64_t span = 0;
    std::uint32_t widest = 0;
};

Cost cost_of(const std::vector<std::uint32_t>& position, const Sets& sets) {
    Cost cost;
    std::vector<std::int64_t> change(position.size() + 1, 0);
    for (const auto& set : sets) {
        if (set.size() < 2) continue;
        std::uint32_t first = position[set.front()], last = first;
        for (const std::uint32_t v : set) {
            first = std::min(first, position[v]);
            last = std::max(last, position[v]);
        }
        cost.span += last - first;
        ++change[first];
        --change[last];
    }
    std::int64_t open = 0;
    for (const std::int64_t step : change) {
        open += step;
        cost.widest = std::max(cost.widest, static_cast<std::uint32_t>(std::max<std::int64_t>(open, 0)));
    }
    return cost;
}

// Every variable moves to the middle of the sets that it is in; again, until nothing gets better.
std::vector<std::uint32_t> pull_together(std::vector<std::uint32_t> position, const Sets& sets) {
    const std::size_t n = position.size();
    Cost best = cost_of(position, sets);
    std::vector<std::uint32_t> kept = position;
    for (int round = 0, idle = 0; round < 200 && idle < 8; ++round) {
        // Sums of places, scaled so that integers are exact enough and the outcome never depends on a machine.
        std::vector<std::int64_t> pull(n, 0), in(n, 0);
        for (const auto& set : sets) {
            if (set.empty()) continue;
            std::int64_t sum = 0;
            for (const std::uint32_t v : set) sum += position[v];
            const std::int64_t middle = sum * 4096 / static_cast<std::int64_t>(set.size());
            for (const std::uint32_t v : set) {
                pull[v] += middle;
                ++in[v];
            }
        }
        std::vector<std::uint32_t> order(n);
        std::iota(order.begin(), order.end(), 0u);
        std::vector<std::int64_t> place(n);
        for (std::size_t v = 0; v < n; ++v) place[v] = in[v] == 0 ? std::int64_t{position[v]} * 4096 : pull[v] / in[v];
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return place[a] != place[b] ? place[a] < place[b] : position[a] < position[b];
        });
        for (std::uint32_t i = 0; i < n; ++i) position[order[i]] = i;
        const Cost cost = cost_of(position, sets);
        if (cost.span < best.span) {
            best = cost;
            kept = position;
            idle = 0;
        } else {
            ++idle;
        }
    }
    return kept;
}

}  // namespace

VariableOrder order_variables(std::uint32_t variables, const Sets& sets) {
    VariableOrder best;
    best.position.resize(variables);
    std::iota(best.position.begin(), best.position.end(), 0u);
    best.widest = cost_of(best.position, sets).widest;
    // Starts: as numbered, and in the order in which the largest sets name the variables.
    std::vector<std::vector<std::uint32_t>> starts = {best.position};
    for (const bool largest_first : {false, true}) {
        Sets sorted = sets;
        std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
            return largest_first ? a.size() > b.size() : a.size() < b.size();
        });
        std::vector<std::uint32_t> position(variables, variables);
        std::uint32_t next = 0;
        for (const auto& set : sorted)
            for (const std::uint32_t v : set)
                if (position[v] == variables) position[v] = next++;
        for (std::uint32_t& place : position)
            if (place == variables) place = next++;
        starts.push_back(position);
    }
    for (std::vector<std::uint32_t>& start : starts)
        for (const std::vector<std::uint32_t>& position : std::vector{start, pull_together(start, sets)}) {
            const std::uint32_t widest = cost_of(position, sets).widest;
            if (widest < best.widest) {
                best.widest = widest;
                best.position = position;
            }
        }
    return best;
}

}  // namespace scrim::view_audit

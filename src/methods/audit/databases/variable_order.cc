#include "methods/audit/databases/variable_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace scrim::audit::databases {
namespace {

using Sets = std::vector<std::vector<std::uint32_t>>;
using Positions = std::vector<std::uint32_t>;

constexpr std::uint64_t affordable_work = 20'000'000;

struct Cost {
    std::uint32_t width = 0;
    double nodes = 0;  // estimated
    bool operator<(const Cost& other) const { return width != other.width ? width < other.width : nodes < other.nodes; }
};

std::uint64_t size_of(const Sets& sets) {
    std::uint64_t all = 0;
    for (const auto& set : sets) all += set.size();
    return all;
}

std::uint64_t span_of(const Positions& position, const Sets& sets) {
    std::uint64_t span = 0;
    for (const auto& set : sets) {
        if (set.empty()) continue;
        const auto by_position = [&](std::uint32_t a, std::uint32_t b) { return position[a] < position[b]; };
        const auto [first, last] = std::minmax_element(set.begin(), set.end(), by_position);
        span += position[*last] - position[*first];
    }
    return span;
}

// By cut: sets that are open there. Coarse, but linear.
Cost open_sets(const Positions& position, const Sets& sets) {
    std::vector<std::int64_t> change(position.size() + 1, 0);
    for (const auto& set : sets) {
        if (set.size() < 2) continue;
        const auto by_position = [&](std::uint32_t a, std::uint32_t b) { return position[a] < position[b]; };
        const auto [first, last] = std::minmax_element(set.begin(), set.end(), by_position);
        ++change[position[*first]];
        --change[position[*last]];
    }
    Cost cost;
    std::int64_t open = 0;
    for (const std::int64_t step : change) {
        open += step;
        cost.width = std::max(cost.width, static_cast<std::uint32_t>(std::max<std::int64_t>(open, 0)));
        cost.nodes += std::exp2(static_cast<double>(std::min<std::int64_t>(open, 500)));
    }
    return cost;
}

// By cut: the different upper parts of open sets, or lower parts, or variables above, whichever are fewest.
Cost open_parts(const Positions& position, const Sets& sets) {
    Sets sorted;
    for (const auto& set : sets) {
        sorted.emplace_back();
        for (const std::uint32_t v : set) sorted.back().push_back(position[v]);
        std::sort(sorted.back().begin(), sorted.back().end());
    }
    Cost cost;
    for (std::uint32_t cut = 1; cut < position.size(); ++cut) {
        std::set<std::uint32_t> above;
        std::set<std::vector<std::uint32_t>> upper, lower;
        for (const auto& set : sorted) {
            if (set.empty() || set.front() >= cut || set.back() < cut) continue;
            const auto middle = std::lower_bound(set.begin(), set.end(), cut);
            above.insert(set.begin(), middle);
            upper.insert({set.begin(), middle});
            lower.insert({middle, set.end()});
        }
        const auto width = static_cast<std::uint32_t>(std::min({above.size(), upper.size(), lower.size()}));
        cost.width = std::max(cost.width, width);
        cost.nodes += std::exp2(std::min(width, 500u));
    }
    return cost;
}

// Every variable moves to the middle of the sets that it is in; again, until nothing gets better.
Positions pull_together(Positions position, const Sets& sets) {
    const std::size_t n = position.size();
    std::uint64_t best = span_of(position, sets);
    Positions kept = position;
    for (int round = 0, idle = 0; round < 200 && idle < 8; ++round) {
        // Sums of places, scaled so that integers are exact enough and the outcome never depends on a machine.
        std::vector<std::int64_t> pull(n, 0), in(n, 0), place(n);
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
        for (std::size_t v = 0; v < n; ++v) place[v] = in[v] == 0 ? std::int64_t{position[v]} * 4096 : pull[v] / in[v];
        Positions order(n);
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return place[a] != place[b] ? place[a] < place[b] : position[a] < position[b];
        });
        for (std::uint32_t i = 0; i < n; ++i) position[order[i]] = i;
        const std::uint64_t span = span_of(position, sets);
        if (span < best) {
            best = span;
            kept = position;
            idle = 0;
        } else {
            ++idle;
        }
    }
    return kept;
}

// From the top: always the variable after which the fewest different upper parts are open.
Positions open_few(std::uint32_t variables, const Sets& sets) {
    Positions position(variables, variables);
    std::vector<std::vector<std::uint32_t>> in(variables), upper(sets.size());
    for (std::uint32_t s = 0; s < sets.size(); ++s)
        for (const std::uint32_t v : sets[s]) in[v].push_back(s);
    for (std::uint32_t next = 0; next < variables; ++next) {
        std::uint32_t chosen = variables;
        std::size_t fewest = 0, most_done = 0;
        for (std::uint32_t v = 0; v < variables; ++v) {
            if (position[v] != variables) continue;
            for (const std::uint32_t s : in[v]) upper[s].push_back(v);
            std::set<std::vector<std::uint32_t>> open;
            std::size_t done = 0;  // how far the sets of this variable are read
            for (std::uint32_t s = 0; s < sets.size(); ++s)
                if (!upper[s].empty() && upper[s].size() < sets[s].size()) open.insert(upper[s]);
            for (const std::uint32_t s : in[v]) done += upper[s].size();
            for (const std::uint32_t s : in[v]) upper[s].pop_back();
            if (chosen == variables || open.size() < fewest || (open.size() == fewest && done > most_done)) {
                chosen = v;
                fewest = open.size();
                most_done = done;
            }
        }
        position[chosen] = next;
        for (const std::uint32_t s : in[chosen]) upper[s].push_back(chosen);
    }
    return position;
}

// In the order in which sets name them.
Positions by_sets(std::uint32_t variables, Sets sets, bool largest_first) {
    std::stable_sort(sets.begin(), sets.end(), [&](const auto& a, const auto& b) {
        return largest_first ? a.size() > b.size() : a.size() < b.size();
    });
    Positions position(variables, variables);
    std::uint32_t next = 0;
    for (const auto& set : sets)
        for (const std::uint32_t v : set)
            if (position[v] == variables) position[v] = next++;
    for (std::uint32_t& place : position)
        if (place == variables) place = next++;
    return position;
}

}  // namespace

VariableOrder order_variables(std::uint32_t variables, const Sets& sets) {
    Positions as_numbered(variables);
    std::iota(as_numbered.begin(), as_numbered.end(), 0u);
    std::vector<Positions> tried = {as_numbered, by_sets(variables, sets, true), by_sets(variables, sets, false)};
    const std::uint64_t work = variables * size_of(sets);
    if (work * variables < affordable_work) tried.push_back(open_few(variables, sets));
    for (std::size_t i = 0, starts = tried.size(); i < starts; ++i) tried.push_back(pull_together(tried[i], sets));
    const bool exactly = work < affordable_work / 4;
    VariableOrder best;
    Cost least;
    for (Positions& position : tried) {
        const Cost cost = exactly ? open_parts(position, sets) : open_sets(position, sets);
        if (!best.position.empty() && !(cost < least)) continue;
        least = cost;
        best.position = std::move(position);
    }
    best.width = least.width;
    return best;
}

}  // namespace scrim::audit::databases

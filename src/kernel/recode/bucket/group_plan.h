// GroupPlan: which sensitive values go together, before anybody is chosen.
//
// Anatomy in two steps. First the plan: how many groups, and which values each has; it depends on nothing but how often
// each value occurs. Then the people: those who hold a value are dealt to its places in a uniformly random order. Given
// the groups and their values, each way to match the people of a group with its values is therefore equally likely,
// also to an attacker who knows this code: the grouping itself tells nothing. (Choosing records by their
// quasi-identifiers, so that near ones come together, would not have this property.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace scrim::recode::bucket {

// The values of a group are all different.
struct GroupPlan {
    std::uint32_t l = 0;
    std::uint32_t groups = 0;
    std::vector<std::uint32_t> values;                             // l of each group
    std::vector<std::pair<std::uint32_t, std::uint32_t>> residue;  // groups, ascending, with one value more

    // f(group, value) for the values of all groups, or of some, group by group.
    template <class F>
    void each(F f) const {
        each(0, groups, f);
    }
    template <class F>
    void each(std::size_t first, std::size_t last, F f) const {
        auto more = std::lower_bound(residue.begin(), residue.end(), std::pair(static_cast<std::uint32_t>(first), 0u));
        for (std::size_t group = first; group < last; ++group) {
            for (std::size_t i = group * l; i < (group + 1) * l; ++i) f(static_cast<std::uint32_t>(group), values[i]);
            for (; more != residue.end() && more->first == group; ++more) f(more->first, more->second);
        }
    }
};

// Xiao and Tao's algorithm: while l values are left, a group of the l most frequent ones; then each record that is left
// goes to a random group that lacks its value. counts[v] records hold value v, at most a share of 1 / l each, so that
// one record of a value is left at most and some group lacks it. draws.below(n) is uniform in [0, n).
template <class Draws>
GroupPlan plan_groups(std::span<const std::uint32_t> counts, std::uint32_t l, Draws& draws) {
    // Values by how many records are left, most first; and, per number, how many values have so many left or more.
    std::vector<std::uint32_t> order(counts.size()), left(counts.begin(), counts.end());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return left[a] > left[b]; });
    std::vector<std::uint32_t> with_at_least((order.empty() ? 0 : left[order.front()]) + 2, 0);
    for (const std::uint32_t count : counts) ++with_at_least[count];
    for (std::size_t i = with_at_least.size() - 1; i-- > 0;) with_at_least[i] += with_at_least[i + 1];

    GroupPlan plan{l, 0, {}, {}};
    plan.values.reserve(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
    const auto take = [&](std::uint32_t position) {
        const std::uint32_t value = order[position];
        plan.values.push_back(value);
        --with_at_least[left[value]--];
    };
    for (; order.size() >= l && left[order[l - 1]] > 0; ++plan.groups) {
        // All values with more records left than the l-th, and of those with as many the last: so the order stays.
        const std::uint32_t least = left[order[l - 1]];
        const std::uint32_t more = with_at_least[least + 1], as_many = with_at_least[least];
        for (std::uint32_t i = 0; i < more; ++i) take(i);
        for (std::uint32_t i = as_many - (l - more); i < as_many; ++i) take(i);
    }
    // The values with a record left, and which groups have them.
    std::vector<std::uint32_t> number(counts.size(), UINT32_MAX);
    std::vector<std::vector<std::uint32_t>> having;
    for (std::size_t i = 0; i < order.size() && left[order[i]] > 0; ++i) {
        number[order[i]] = static_cast<std::uint32_t>(having.size());
        having.emplace_back();
    }
    if (having.empty()) return plan;
    plan.each([&](std::uint32_t group, std::uint32_t value) {
        if (number[value] != UINT32_MAX) having[number[value]].push_back(group);
    });
    for (std::size_t i = 0; i < having.size(); ++i) {
        std::uint32_t group = draws.below(plan.groups - static_cast<std::uint32_t>(having[i].size()));
        for (auto has = having[i].begin(); has != having[i].end() && *has <= group; ++has) ++group;
        plan.residue.emplace_back(group, order[i]);
    }
    std::sort(plan.residue.begin(), plan.residue.end());
    return plan;
}

}  // namespace scrim::recode::bucket

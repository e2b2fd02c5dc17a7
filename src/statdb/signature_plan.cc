#include "statdb/signature_plan.h"

#include "recode/bucket/group_plan.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace scrim {
namespace {

// Takes `extra` records off the most frequent values, so that the rest makes groups of m; their values.
std::vector<std::uint32_t> take_extra(std::vector<std::uint32_t>& left, std::uint64_t extra) {
    std::vector<std::uint32_t> values;
    for (; extra > 0; --extra) {
        const auto most = std::max_element(left.begin(), left.end());
        values.push_back(static_cast<std::uint32_t>(most - left.begin()));
        --*most;
    }
    return values;
}

// The next signature, and how many groups it may have. The counts add up to m * groups, and none exceeds `groups`.
PlannedSignature next_signature(std::span<const std::uint32_t> left, std::uint32_t m, std::uint32_t groups) {
    PlannedSignature next{{}, groups};
    // A value with a record for every group that is left must be in each of them.
    for (std::uint32_t v = 0; v < left.size(); ++v)
        if (left[v] == groups) next.values.push_back(v);
    for (std::uint32_t v = 0; v < left.size() && next.values.size() < m; ++v)
        if (left[v] > 0 && left[v] < groups) next.values.push_back(v);
    std::sort(next.values.begin(), next.values.end());
    for (std::uint32_t v = 0; v < left.size(); ++v) {
        const bool in = std::binary_search(next.values.begin(), next.values.end(), v);
        next.groups = std::min(next.groups, in ? left[v] : groups - left[v]);
    }
    return next;
}

// One group that lacks the value gets it too.
void add_value(SignaturePlan& plan, std::uint32_t value) {
    // The last one: the smaller the buckets that are broken up, the better.
    for (auto one = plan.rbegin();; ++one) {
        if (std::binary_search(one->values.begin(), one->values.end(), value)) continue;
        PlannedSignature larger{one->values, 1};
        larger.values.insert(std::lower_bound(larger.values.begin(), larger.values.end(), value), value);
        if (--one->groups == 0) plan.erase(std::next(one).base());
        plan.push_back(std::move(larger));
        return;
    }
}

}  // namespace

bool is_eligible(std::span<const std::uint32_t> counts, std::uint32_t m) {
    const auto records = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    return std::all_of(counts.begin(), counts.end(),
                       [&](std::uint32_t count) { return std::uint64_t{count} * m <= records; });
}

SignaturePlan plan_neighbours(std::span<const std::uint32_t> counts, std::uint32_t m) {
    std::vector<std::uint32_t> left(counts.begin(), counts.end());
    const auto records = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    auto groups = static_cast<std::uint32_t>(records / m);
    const std::vector<std::uint32_t> extra = take_extra(left, records % m);
    SignaturePlan plan;
    while (groups > 0) {
        plan.push_back(next_signature(left, m, groups));
        for (const std::uint32_t v : plan.back().values) left[v] -= plan.back().groups;
        groups -= plan.back().groups;
    }
    for (const std::uint32_t value : extra) add_value(plan, value);
    return plan;
}

SignaturePlan plan_one_by_one(std::span<const std::uint32_t> counts, std::uint32_t m, Chance& chance) {
    const GroupPlan groups = plan_groups(counts, m, chance);
    std::map<std::vector<std::uint32_t>, std::uint32_t> by_signature;
    std::vector<std::uint32_t> values;
    for (std::size_t group = 0; group < groups.groups; ++group) {
        values.clear();
        groups.each(group, group + 1, [&](std::uint32_t, std::uint32_t value) { values.push_back(value); });
        std::sort(values.begin(), values.end());
        ++by_signature[values];
    }
    SignaturePlan plan;
    for (const auto& [signature, count] : by_signature) plan.push_back({signature, count});
    return plan;
}

}  // namespace scrim

#include "kernel/deal/signature_plan.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <utility>

namespace scrim::deal {
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

SignaturePlan plan_neighbors(std::span<const std::uint32_t> counts, std::uint32_t m) {
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
    std::priority_queue<std::pair<std::uint32_t, std::uint32_t>> left;  // records, value
    for (std::uint32_t v = 0; v < counts.size(); ++v)
        if (counts[v] > 0) left.emplace(counts[v], v);
    std::vector<std::vector<std::uint32_t>> groups;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> taken;
    while (left.size() >= m) {
        taken.clear();
        for (std::uint32_t i = 0; i < m; ++i) {
            taken.push_back(left.top());
            left.pop();
        }
        groups.emplace_back();
        for (const auto& [records, value] : taken) {
            groups.back().push_back(value);
            if (records > 1) left.emplace(records - 1, value);
        }
        std::sort(groups.back().begin(), groups.back().end());
    }
    // A record of each value may be left: it goes to a random group that lacks the value.
    for (; !left.empty(); left.pop()) {
        const std::uint32_t value = left.top().second;
        std::vector<std::size_t> lacking;
        for (std::size_t g = 0; g < groups.size(); ++g)
            if (!std::binary_search(groups[g].begin(), groups[g].end(), value)) lacking.push_back(g);
        auto& group = groups[lacking[chance.below(static_cast<std::uint32_t>(lacking.size()))]];
        group.insert(std::lower_bound(group.begin(), group.end(), value), value);
    }
    std::map<std::vector<std::uint32_t>, std::uint32_t> by_signature;
    for (auto& group : groups) ++by_signature[std::move(group)];
    SignaturePlan plan;
    for (const auto& [signature, count] : by_signature) plan.push_back({signature, count});
    return plan;
}

}  // namespace scrim::deal

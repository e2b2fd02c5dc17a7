// The steps of anatomy that draw random numbers, for tests that follow each of them.
#pragma once

#include "kernel/core/groups.h"
#include "kernel/recode/bucket/group_plan.h"
#include "kernel/recode/problem.h"

#include <numeric>
#include <span>
#include <vector>

namespace scrim::recode::bucket {

// The records of a table by the values of one column. Values are numbered 0, 1, …: those that occur.
struct ValueBuckets {
    std::vector<Code> codes;            // of the values
    std::vector<std::uint32_t> counts;  // records of each value
    std::vector<std::uint32_t> tuples;  // value by value, the tuple of each record
};
ValueBuckets make_buckets(const Tuples& tuples, std::size_t column);

// Deals the records of each value to its places, in a random order, which the buckets have afterwards. A group's
// records come in the order of the plan's values: sort them before anybody sees them.
template <class Draws>
Groups<Member> deal(ValueBuckets& buckets, const GroupPlan& plan, Draws& draws) {
    std::vector<std::uint32_t> next(buckets.counts.size());
    std::exclusive_scan(buckets.counts.begin(), buckets.counts.end(), next.begin(), 0u);
    for (std::size_t value = 0; value < next.size(); ++value)
        draws.shuffle(std::span(buckets.tuples).subspan(next[value], buckets.counts[value]));
    Groups<Member> groups;
    groups.members.reserve(buckets.tuples.size());
    groups.offsets.assign(plan.groups + 1, 0);
    plan.each([&](std::uint32_t group, std::uint32_t value) {
        groups.members.push_back({buckets.tuples[next[value]++], 1});
        ++groups.offsets[group + 1];
    });
    std::inclusive_scan(groups.offsets.begin(), groups.offsets.end(), groups.offsets.begin());
    return groups;
}

}  // namespace scrim::recode::bucket

#include "methods/audit/series/group_filter.h"

#include <algorithm>
#include <iterator>

namespace scrim::audit {

bool GroupFilter::filter(const SeenGroup& group, bool complete, std::vector<Lookalikes>& people) {
    for (Lookalikes& alike : people) alike.left = alike.candidates;
    for (std::uint32_t at = 0; at < group.values.size(); ++at) place_[group.values[at].first] = at;
    bool fits = filter_by_flow(group, people);
    if (fits && complete && group.holds_anything()) fits = filter_by_substitutions(group, people);
    for (const auto& [value, count] : group.values) place_[value] = none;
    return fits;
}

bool GroupFilter::filter_by_flow(const SeenGroup& group, std::vector<Lookalikes>& people) {
    const bool spare = group.holds_anything();  // one more kind: to be substituted
    if (people.size() == 1) {
        // All alike: any of them can take any of the values, once there are enough.
        std::uint64_t enough = spare ? group.fakes : 0;
        for_published(people[0].candidates, [&](Code, std::uint32_t at) { enough += group.values[at].second; });
        return people[0].people <= enough;
    }
    if (ValueFlow::too_large(people.size(), group.values.size() + 1)) return true;
    std::vector<std::uint64_t> takers, kinds;
    for (const Lookalikes& alike : people) takers.push_back(alike.people);
    for (const auto& [value, count] : group.values) kinds.push_back(count);
    const std::size_t substituted = kinds.size();
    if (spare) kinds.push_back(group.fakes);
    flow_.reset(takers, kinds);
    for (std::size_t i = 0; i < people.size(); ++i) {
        for_published(people[i].candidates, [&](Code, std::uint32_t at) { flow_.accept(i, at); });
        if (spare) flow_.accept(i, substituted);
    }
    if (!flow_.run()) return false;
    for (std::size_t i = 0; i < people.size(); ++i) {
        if (spare && flow_.possible(i, substituted)) continue;  // may have any of the candidates
        if (!spare && flow_.all_possible(i)) continue;
        std::vector<Code> left;
        for_published(people[i].candidates, [&](Code value, std::uint32_t at) {
            if (flow_.possible(i, at)) left.push_back(value);
        });
        people[i].left = sets_.add(std::move(left));
    }
    return true;
}

// Where those whose value is certain already have all that the group has in common with what it publishes, nobody else
// has any of the values that are left over: each of them would be one more in common.
bool GroupFilter::filter_by_substitutions(const SeenGroup& group, std::vector<Lookalikes>& people) {
    const std::uint64_t in_common = group.size() - group.fakes;
    std::vector<std::uint64_t> left_over;
    for (const auto& [value, count] : group.values) left_over.push_back(count);
    std::uint64_t certain = 0;
    for (const Lookalikes& alike : people)
        if (sets_.size(alike.left) == 1)
            for_published(alike.left, [&](Code, std::uint32_t at) {
                const std::uint64_t taken = std::min(left_over[at], alike.people);
                left_over[at] -= taken;
                certain += taken;
            });
    if (certain > in_common) return false;
    if (certain < in_common) return true;
    for (Lookalikes& alike : people) {
        if (sets_.size(alike.left) == 1) continue;
        const std::span<const Code> before = sets_[alike.left];
        std::vector<Code> gone, left;
        for_published(alike.left, [&](Code value, std::uint32_t at) {
            if (left_over[at] > 0) gone.push_back(value);
        });
        std::set_difference(before.begin(), before.end(), gone.begin(), gone.end(), std::back_inserter(left));
        if (left.empty()) return false;
        if (!gone.empty()) alike.left = sets_.add(std::move(left));
    }
    return true;
}

}  // namespace scrim::audit

#include "methods/audit/series/candidate_sets.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace scrim::audit {
namespace {

std::uint64_t hash_of(const std::vector<Code>& values) {
    std::uint64_t hash = 0x9e3779b97f4a7c15;
    for (const Code value : values) hash = (hash ^ value) * 0xff51afd7ed558ccd + (hash >> 29);
    return hash;
}

}  // namespace

CandidateSets::CandidateSets(Code values) {
    std::vector<Code> all(values);
    std::iota(all.begin(), all.end(), Code{0});
    add(std::move(all));
}

CandidateSets::Id CandidateSets::add(std::vector<Code> values) {
    const std::uint64_t hash = hash_of(values);
    const auto [begin, end] = by_hash_.equal_range(hash);
    for (auto at = begin; at != end; ++at)
        if (sets_[at->second] == values) return at->second;
    const Id id = static_cast<Id>(sets_.size());
    sets_.push_back(std::move(values));
    by_hash_.emplace(hash, id);
    return id;
}

CandidateSets::Id CandidateSets::intersection(Id a, Id b) {
    if (a > b) std::swap(a, b);
    if (a == b || a == anything) return b;
    const std::uint64_t both = std::uint64_t{a} << 32 | b;
    if (const auto known = intersections_.find(both); known != intersections_.end()) return known->second;
    std::vector<Code> common;
    std::set_intersection(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(),
                          std::back_inserter(common));
    constexpr std::size_t most_remembered = std::size_t{1} << 20;
    if (intersections_.size() > most_remembered) intersections_.clear();
    return intersections_[both] = add(std::move(common));
}

CandidateSets::Id CandidateSets::without(Id id, Code value) {
    std::vector<Code> left = sets_[id];
    std::erase(left, value);
    return left.size() == sets_[id].size() ? id : add(std::move(left));
}

}  // namespace scrim::audit

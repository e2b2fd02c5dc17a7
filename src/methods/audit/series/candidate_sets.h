// Sets of values that people may have, each kept once: people with equal sets have the same number.
#pragma once

#include "kernel/core/span.h"

#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

namespace scrim::audit {

class CandidateSets {
public:
    using Id = std::uint32_t;
    static constexpr Id anything = 0;

    // Of values 0 … values - 1.
    explicit CandidateSets(Code values);

    // The number of a set of values, ascending.
    Id add(std::vector<Code> values);
    Id intersection(Id a, Id b);
    Id without(Id id, Code value);
    // Valid as long as this lives.
    std::span<const Code> operator[](Id id) const { return sets_[id]; }
    std::size_t size(Id id) const { return sets_[id].size(); }
    // How many different sets there are; their numbers are below.
    std::size_t count() const { return sets_.size(); }

private:
    std::deque<std::vector<Code>> sets_;
    std::unordered_multimap<std::uint64_t, Id> by_hash_;
    std::unordered_map<std::uint64_t, Id> intersections_;  // by both numbers, the smaller one in the high half
};

}  // namespace scrim::audit

// KCounts: how many records of a group ask for which least group size.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

namespace scrim::views {

class KCounts {
public:
    std::uint32_t largest() const { return counts_.empty() ? 0 : counts_.back().first; }

    void add(std::uint32_t k, std::uint32_t count = 1) {
        const auto at = find(k);
        if (at != counts_.end() && at->first == k)
            at->second += count;
        else
            counts_.insert(at, {k, count});
    }
    void add(const KCounts& other) {
        for (const auto& [k, count] : other.counts_) add(k, count);
    }
    void remove(std::uint32_t k) {
        const auto at = find(k);
        assert(at != counts_.end() && at->first == k);
        if (--at->second == 0) counts_.erase(at);
    }

private:
    using Counts = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // ordered by k, which has few values

    Counts::iterator find(std::uint32_t k) {
        return std::lower_bound(counts_.begin(), counts_.end(), k,
                                [](const auto& entry, std::uint32_t value) { return entry.first < value; });
    }

    Counts counts_;
};

}  // namespace scrim::views

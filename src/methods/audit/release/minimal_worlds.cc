#include "methods/audit/release/minimal_worlds.h"

#include <numeric>

namespace scrim::audit {
namespace {

constexpr std::uint64_t most_records = 30;  // whose orders fit 128 bits
constexpr std::uint64_t most_steps = 2'000'000;

Uint128 choose(std::uint32_t n, std::uint32_t k) {
    Uint128 ways = 1;
    for (std::uint32_t i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
    return ways;
}

class Dealing {
public:
    Dealing(const models::ClassView& view, const std::vector<std::uint32_t>& sizes,
            const std::function<bool(const std::vector<std::uint32_t>&, std::uint32_t)>& satisfied)
        : sizes_(sizes),
          satisfied_(satisfied),
          counts_(sizes.size(), std::vector<std::uint32_t>(view.values.size(), 0)),
          held_(sizes.size(), std::vector<Uint128>(view.values.size(), 0)) {
        for (const ValueCount& bar : view.values) left_.push_back(bar.count);
    }

    bool run() { return part(0, 1, false) && worlds_ > 0; }
    MinimalWorlds result() const {
        MinimalWorlds made;
        for (std::size_t p = 0; p < sizes_.size(); ++p) {
            std::vector<Ratio>& beliefs = made.belief.emplace_back();
            for (const Uint128 records : held_[p])
                beliefs.push_back(
                    Ratio(static_cast<Int128>(records), static_cast<Int128>(worlds_ * sizes_[p])).reduced());
        }
        return made;
    }

private:
    // Deals to part p and those after it; `ways` to deal to the parts before, `failed` when one of them was not good.
    bool part(std::size_t p, Uint128 ways, bool failed) {
        if (p == sizes_.size()) {
            if (!failed) return true;  // nobody would have joined these parts
            worlds_ += ways;
            for (std::size_t q = 0; q < p; ++q)
                for (std::size_t v = 0; v < left_.size(); ++v) held_[q][v] += ways * counts_[q][v];
            return true;
        }
        return value(p, 0, sizes_[p], ways, failed);
    }
    bool value(std::size_t p, std::size_t v, std::uint32_t room, Uint128 ways, bool failed) {
        if (++steps_ > most_steps) return false;
        if (v == left_.size()) return room > 0 || part(p + 1, ways, failed || !satisfied_(counts_[p], sizes_[p]));
        for (std::uint32_t taken = 0; taken <= std::min(room, left_[v]); ++taken) {
            counts_[p][v] = taken;
            left_[v] -= taken;
            // Which people of the part: so many of those who have none yet.
            const bool within = value(p, v + 1, room - taken, ways * choose(room, taken), failed);
            left_[v] += taken;
            if (!within) return false;
        }
        counts_[p][v] = 0;
        return true;
    }

    const std::vector<std::uint32_t>& sizes_;
    const std::function<bool(const std::vector<std::uint32_t>&, std::uint32_t)>& satisfied_;
    std::vector<std::uint32_t> left_;  // of each value
    std::vector<std::vector<std::uint32_t>> counts_;
    std::vector<std::vector<Uint128>> held_;
    Uint128 worlds_ = 0;
    std::uint64_t steps_ = 0;
};

}  // namespace

std::optional<MinimalWorlds> minimal_worlds(
    const models::ClassView& view, const std::vector<std::uint32_t>& sizes,
    const std::function<bool(const std::vector<std::uint32_t>& counts, std::uint32_t records)>& satisfied) {
    if (view.size > most_records) return std::nullopt;
    Dealing dealing(view, sizes, satisfied);
    if (!dealing.run()) return std::nullopt;
    return dealing.result();
}

}  // namespace scrim::audit

#include "methods/republish/substitution.h"

#include <algorithm>
#include <numeric>

namespace scrim::republication {
namespace {

// Gaps by bucket and value once excess records and strays have taken theirs: those of the scarcest values.
struct Gaps {
    std::uint64_t all = 0;       // before anybody took one
    std::uint64_t external = 0;  // for new records
    Counts of_value;             // external, by value
};

Gaps gaps_of(const std::vector<BucketCounts>& buckets, const std::vector<std::uint32_t>& rows, const Counts& supply) {
    Gaps gaps{0, 0, Counts(supply.size(), 0)};
    for (std::size_t b = 0; b < buckets.size(); ++b)
        for (std::size_t i = 0; i < buckets[b].signature.size(); ++i)
            if (buckets[b].counts[i] < rows[b])
                gaps.of_value[buckets[b].signature[i]] += rows[b] - buckets[b].counts[i];
    gaps.all = std::accumulate(gaps.of_value.begin(), gaps.of_value.end(), std::uint64_t{0});
    const auto lacking = [&](std::uint32_t value) {
        return static_cast<std::int64_t>(gaps.of_value[value]) - static_cast<std::int64_t>(supply[value]);
    };
    for (std::size_t b = 0; b < buckets.size(); ++b) {
        const BucketCounts& bucket = buckets[b];
        std::uint64_t fillers = bucket.strays;
        for (const std::uint32_t count : bucket.counts) fillers += count > rows[b] ? count - rows[b] : 0;
        if (fillers == 0) continue;
        std::vector<std::size_t> scarcest(bucket.signature.size());
        std::iota(scarcest.begin(), scarcest.end(), 0u);
        std::stable_sort(scarcest.begin(), scarcest.end(), [&](std::size_t x, std::size_t y) {
            return lacking(bucket.signature[x]) > lacking(bucket.signature[y]);
        });
        for (const std::size_t i : scarcest) {
            if (bucket.counts[i] >= rows[b]) continue;
            const std::uint64_t taken = std::min<std::uint64_t>(fillers, rows[b] - bucket.counts[i]);
            gaps.of_value[bucket.signature[i]] -= static_cast<std::uint32_t>(taken);
            fillers -= taken;
        }
    }
    gaps.external = std::accumulate(gaps.of_value.begin(), gaps.of_value.end(), std::uint64_t{0});
    return gaps;
}

std::uint64_t truly_filled(const Gaps& gaps, const Counts& supply) {
    std::uint64_t sum = 0;
    for (std::size_t v = 0; v < supply.size(); ++v) sum += std::min(gaps.of_value[v], supply[v]);
    return sum;
}

// What choose_rows makes small: first what the supply cannot reach, then substitutions.
std::pair<std::uint64_t, std::uint64_t> cost(const std::vector<BucketCounts>& buckets,
                                             const std::vector<std::uint32_t>& rows, const Counts& supply) {
    const Gaps gaps = gaps_of(buckets, rows, supply);
    const auto total = std::accumulate(supply.begin(), supply.end(), std::uint64_t{0});
    return {gaps.external > total ? gaps.external - total : 0, gaps.all - truly_filled(gaps, supply)};
}

}  // namespace

std::uint64_t BucketCounts::records() const {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{strays});
}

std::uint32_t BucketCounts::least_rows() const {
    return static_cast<std::uint32_t>((records() + signature.size() - 1) / signature.size());
}

std::uint32_t BucketCounts::most_rows() const {
    return std::max(least_rows(), counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end()));
}

std::optional<std::uint64_t> substitutions(const std::vector<BucketCounts>& buckets,
                                           const std::vector<std::uint32_t>& rows, const Counts& supply) {
    const auto [unreached, needed] = cost(buckets, rows, supply);
    if (unreached > 0) return std::nullopt;
    return needed;
}

std::optional<std::vector<std::uint32_t>> choose_rows(const std::vector<BucketCounts>& buckets, const Counts& supply) {
    std::vector<std::uint32_t> rows;
    for (const BucketCounts& bucket : buckets) rows.push_back(bucket.most_rows());
    auto best = cost(buckets, rows, supply);
    // A bucket at a time; taking several rows of it away may pay where one does not.
    for (bool better = true; better && best != std::pair<std::uint64_t, std::uint64_t>(0, 0);) {
        better = false;
        for (std::size_t b = 0; b < buckets.size(); ++b) {
            const std::uint32_t had = rows[b];
            std::uint32_t chosen = had;
            for (std::uint32_t fewer = 1; fewer <= 4 && had >= buckets[b].least_rows() + fewer; ++fewer) {
                rows[b] = had - fewer;
                if (const auto now = cost(buckets, rows, supply); now < best) {
                    best = now;
                    chosen = rows[b];
                }
            }
            rows[b] = chosen;
            better |= chosen != had;
        }
    }
    if (best.first == 0) return rows;
    // At the least number of rows everything is as tight as it can be.
    for (std::size_t b = 0; b < buckets.size(); ++b) rows[b] = buckets[b].least_rows();
    if (cost(buckets, rows, supply).first > 0) return std::nullopt;
    return rows;
}

std::vector<std::uint32_t> choose_substitutes(const std::vector<std::uint32_t>& lacking, const Counts& left,
                                              const MethodInput& input) {
    const auto choose = [&](bool nearest) {
        Counts rest = left;
        std::vector<std::uint32_t> chosen(lacking.size(), UINT32_MAX);
        // By distance from near to far: whom a level can serve, it serves.
        std::vector<std::vector<std::uint32_t>> distance(lacking.size());
        std::uint32_t farthest = 0;
        if (nearest)
            for (const std::uint32_t value : lacking)
                for (std::uint32_t v = 0; v < rest.size(); ++v)
                    if (rest[v] > 0) farthest = std::max(farthest, input.distance(value, v));
        for (std::uint32_t level = 0; level <= farthest; ++level)
            for (std::size_t i = 0; i < lacking.size(); ++i) {
                if (chosen[i] != UINT32_MAX) continue;
                for (std::uint32_t v = 0; v < rest.size(); ++v)
                    if (rest[v] > 0 && v != lacking[i] && (!nearest || input.distance(lacking[i], v) <= level) &&
                        (chosen[i] == UINT32_MAX || rest[v] > rest[chosen[i]]))
                        chosen[i] = v;
                if (chosen[i] != UINT32_MAX) --rest[chosen[i]];
            }
        return std::pair(std::move(chosen), is_eligible(rest, input.diversity));
    };
    if (input.distance)
        if (auto [chosen, eligible] = choose(true); eligible) return std::move(chosen);
    return choose(false).first;
}

}  // namespace scrim::republication

// epsilon-inclusion: division, assignment by rules, splitting. (The permutation is how a release prints groups.)
#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/deal/draws.h"
#include "methods/republish/buckets.h"
#include "methods/republish/method.h"
#include "methods/republish/substitution.h"

#include <algorithm>
#include <numeric>

namespace scrim::republication {
namespace {

std::vector<BucketCounts> counts_of(const std::vector<OpenBucket>& open, const SignatureBuckets& buckets) {
    std::vector<BucketCounts> counts;
    for (const OpenBucket& bucket : open) {
        BucketCounts made{buckets.signature(bucket), {}, static_cast<std::uint32_t>(bucket.strays.size())};
        for (const auto& of_value : bucket.places) made.counts.push_back(static_cast<std::uint32_t>(of_value.size()));
        counts.push_back(std::move(made));
    }
    return counts;
}

// Holds back, by chance, the records of incomplete rows, until the new ones reach for the rest.
std::vector<std::uint32_t> hold_back_rows(std::vector<OpenBucket>& open, const SignatureBuckets& buckets,
                                          std::uint64_t supply, Random& random) {
    // Buckets with the most gaps for each record in them first.
    std::vector<std::size_t> order(open.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto over = [&](std::size_t b) { return open[b].records() % buckets.signature(open[b]).size(); };
    const auto gaps = [&](std::size_t b) { return over(b) == 0 ? 0 : buckets.signature(open[b]).size() - over(b); };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return gaps(a) > gaps(b); });
    std::uint64_t needed = 0;
    for (const std::size_t b : order) needed += gaps(b);
    std::vector<std::uint32_t> held;
    for (const std::size_t b : order) {
        if (needed <= supply) break;
        needed -= gaps(b);
        for (std::size_t left = over(b); left > 0; --left) {
            std::uint64_t at = random.below(open[b].records());
            if (at < open[b].strays.size()) {
                std::swap(open[b].strays[at], open[b].strays.back());
                held.push_back(open[b].strays.back());
                open[b].strays.pop_back();
                continue;
            }
            at -= open[b].strays.size();
            for (auto& of_value : open[b].places) {
                if (at >= of_value.size()) {
                    at -= of_value.size();
                    continue;
                }
                std::swap(of_value[at], of_value.back());
                held.push_back(of_value.back().record);
                of_value.pop_back();
                break;
            }
        }
    }
    return held;
}

// A gap of a bucket that nobody fills truly.
struct Gap {
    std::size_t bucket;
    std::size_t position;  // in the signature
};

class Filling {
public:
    Filling(const MethodInput& input, SignatureBuckets& buckets, NewRecords& records, Random& random)
        : input_(input), buckets_(buckets), records_(records), draws_(random) {}

    // Rule one: a new record goes where its value is lacking. Rule two: where no new record has the value, another
    // takes the place: one that is in excess in its bucket, or a new one.
    void fill(const std::vector<std::uint32_t>& rows) {
        auto& open = buckets_.open();
        std::vector<std::vector<std::uint32_t>> fillers(open.size());
        for (std::size_t b = 0; b < open.size(); ++b) fillers[b] = take_excess(open[b], rows[b]);
        Counts lacking(input_.version.values, 0);
        for (std::size_t b = 0; b < open.size(); ++b)
            for (std::size_t i = 0; i < open[b].places.size(); ++i)
                lacking[value(open[b], i)] += rows[b] - static_cast<std::uint32_t>(open[b].places[i].size());
        for (std::size_t b = 0; b < open.size(); ++b) place_fillers(open[b], rows[b], fillers[b], lacking);
        fill_truly(rows);
        substitute();
    }

private:
    std::uint32_t value(const OpenBucket& bucket, std::size_t i) const { return buckets_.signature(bucket)[i]; }

    // Who is in excess is left to chance.
    std::vector<std::uint32_t> take_excess(OpenBucket& bucket, std::uint32_t rows) {
        std::vector<std::uint32_t> fillers = std::move(bucket.strays);
        bucket.strays.clear();
        for (auto& of_value : bucket.places) {
            if (of_value.size() <= rows) continue;
            draws_.shuffle(std::span(of_value));
            for (; of_value.size() > rows; of_value.pop_back()) fillers.push_back(of_value.back().record);
        }
        draws_.shuffle(std::span(fillers));
        return fillers;
    }
    // At the scarcest values first.
    void place_fillers(OpenBucket& bucket, std::uint32_t rows, std::vector<std::uint32_t>& fillers, Counts& lacking) {
        const auto scarcity = [&](std::size_t i) {
            return static_cast<std::int64_t>(lacking[value(bucket, i)]) -
                   static_cast<std::int64_t>(records_.left()[value(bucket, i)]);
        };
        std::vector<std::size_t> order(bucket.places.size());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return scarcity(a) > scarcity(b); });
        for (const std::size_t i : order)
            for (; !fillers.empty() && bucket.places[i].size() < rows; fillers.pop_back()) {
                bucket.places[i].push_back({fillers.back(), value(bucket, i), false});
                --lacking[value(bucket, i)];
            }
    }
    void fill_truly(const std::vector<std::uint32_t>& rows) {
        auto& open = buckets_.open();
        for (std::size_t b = 0; b < open.size(); ++b)
            for (std::size_t i = 0; i < open[b].places.size(); ++i) {
                const std::uint32_t v = value(open[b], i);
                while (open[b].places[i].size() < rows[b] && records_.left()[v] > 0)
                    open[b].places[i].push_back({records_.take(v), v, false});
                for (std::size_t at = open[b].places[i].size(); at < rows[b]; ++at) gaps_.push_back({b, i});
            }
    }
    void substitute() {
        std::vector<std::uint32_t> lacking;
        for (const Gap& gap : gaps_) lacking.push_back(value(buckets_.open()[gap.bucket], gap.position));
        const auto chosen = choose_substitutes(lacking, records_.left(), input_);
        for (std::size_t g = 0; g < gaps_.size(); ++g)
            buckets_.open()[gaps_[g].bucket].places[gaps_[g].position].push_back(
                {records_.take(chosen[g]), lacking[g], false});
    }

    const MethodInput& input_;
    SignatureBuckets& buckets_;
    NewRecords& records_;
    deal::Draws draws_;
    std::vector<Gap> gaps_;
};

}  // namespace

Result<Grouping> epsilon_inclusive_groups(const MethodInput& input, Random& random) {
    SignatureBuckets buckets(input.version);
    NewRecords records(input.version, random);
    std::vector<std::uint32_t> held_back;
    auto rows = choose_rows(counts_of(buckets.open(), buckets), records.left());
    if (!rows) {
        if (!input.delay)
            return input_error(
                format("{} new records are too few to take the places of those who left: epsilon-inclusion "
                       "makes nobody up; hold records back for the next release with {}, or start a "
                       "series with m_invariance",
                       with_thousands(records.total()), switched_on("delay")));
        held_back = hold_back_rows(buckets.open(), buckets, records.total(), random);
        rows = choose_rows(counts_of(buckets.open(), buckets), records.left());
    }
    Filling(input, buckets, records, random).fill(*rows);
    if (!is_eligible(records.left(), input.diversity)) {
        if (!input.delay) return not_eligible(input, records.left());
        const auto held = records.hold_back(eligible_part(records.left(), input.diversity));
        held_back.insert(held_back.end(), held.begin(), held.end());
    }
    buckets.add_rows(records, input.diversity);
    std::vector<Signature> signatures = buckets.signatures();
    Grouping grouping = split_buckets(input.version, std::move(buckets).close(), std::move(signatures), input.extent,
                                      input.blind, random);
    grouping.held_back = std::move(held_back);
    return grouping;
}

}  // namespace scrim::republication

// m-invariance: division, balancing, assignment, splitting.
#include "methods/republish/balance.h"
#include "methods/republish/buckets.h"
#include "methods/republish/method.h"

#include <algorithm>

namespace scrim::republication {
namespace {

// Fills the gaps of every bucket, as far as `fill` of each value reaches, with new records, then with counterfeits.
void fill_gaps(std::vector<OpenBucket>& open, const SignatureBuckets& buckets, Counts fill, NewRecords& records,
               Random& random) {
    for (OpenBucket& bucket : open) {
        const Signature& signature = buckets.signature(bucket);
        const std::uint32_t rows = bucket.most();
        std::vector<std::uint32_t> real;  // whose quasi-identifiers counterfeits borrow
        for (std::size_t i = 0; i < signature.size(); ++i)
            for (const GroupPlace& place : bucket.places[i]) real.push_back(place.record);
        for (std::size_t i = 0; i < signature.size(); ++i) {
            const std::uint32_t value = signature[i];
            for (; bucket.places[i].size() < rows && fill[value] > 0; --fill[value])
                bucket.places[i].push_back({records.take(value), value, false});
            while (bucket.places[i].size() < rows)
                bucket.places[i].push_back({real[random.below(real.size())], value, true});
        }
    }
}

}  // namespace

Result<Grouping> m_invariant_groups(const MethodInput& input, Random& random) {
    SignatureBuckets buckets(input.version);
    NewRecords records(input.version, random);
    Counts gaps(input.version.values, 0);
    for (const OpenBucket& bucket : buckets.open()) {
        const Signature& signature = buckets.signature(bucket);
        for (std::size_t i = 0; i < signature.size(); ++i)
            gaps[signature[i]] += bucket.most() - static_cast<std::uint32_t>(bucket.places[i].size());
    }
    const std::uint32_t m = input.diversity.least_records();
    auto fill = largest_fill(gaps, records.left(), m);
    std::vector<std::uint32_t> held_back;
    if (!fill) {
        // With every gap filled that can be, what is left is not eligible.
        Counts left = records.left(), most(left.size());
        for (std::size_t v = 0; v < left.size(); ++v) {
            most[v] = std::min(gaps[v], left[v]);
            left[v] -= most[v];
        }
        if (!input.delay) return not_eligible(input, left);
        Counts kept = eligible_part(left, input.diversity);
        for (std::size_t v = 0; v < kept.size(); ++v) kept[v] += most[v];
        held_back = records.hold_back(kept);
        fill = std::move(most);
    }
    fill_gaps(buckets.open(), buckets, *std::move(fill), records, random);
    buckets.add_rows(records, input.diversity);
    std::vector<Signature> signatures = buckets.signatures();
    Grouping grouping = split_buckets(input.version, std::move(buckets).close(), std::move(signatures), input.extent,
                                      input.blind, random);
    grouping.held_back = std::move(held_back);
    return grouping;
}

}  // namespace scrim::republication

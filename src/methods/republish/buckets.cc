#include "methods/republish/buckets.h"

#include <algorithm>
#include <numeric>

namespace scrim::republication {
namespace {

std::size_t position(const Signature& signature, std::uint32_t value) {
    const auto found = std::lower_bound(signature.begin(), signature.end(), value);
    return found != signature.end() && *found == value ? static_cast<std::size_t>(found - signature.begin())
                                                       : signature.size();
}

// How many rows of a signature can be taken away so that the rest stays eligible.
std::uint32_t most_rows(const Counts& counts, const Signature& signature, const Diversity& diversity) {
    std::uint32_t low = 0, high = UINT32_MAX;
    for (const std::uint32_t value : signature) high = std::min(high, counts[value]);
    Counts left = counts;
    const auto eligible = [&](std::uint32_t rows) {
        for (const std::uint32_t value : signature) left[value] = counts[value] - rows;
        return is_eligible(left, diversity);
    };
    while (low < high) {
        const std::uint32_t rows = high - (high - low) / 2;
        if (eligible(rows))
            low = rows;
        else
            high = rows - 1;
    }
    return low;
}

}  // namespace

std::uint32_t OpenBucket::most() const {
    std::size_t most = 0;
    for (const auto& of_value : places) most = std::max(most, of_value.size());
    return static_cast<std::uint32_t>(most);
}

std::uint64_t OpenBucket::records() const {
    std::uint64_t sum = strays.size();
    for (const auto& of_value : places) sum += of_value.size();
    return sum;
}

SignatureBuckets::SignatureBuckets(const Version& version) : signatures_(version.signatures) {
    for (std::uint32_t s = 0; s < signatures_.size(); ++s) number_of_.emplace(signatures_[s], s);
    std::vector<std::size_t> bucket_of(signatures_.size(), SIZE_MAX);
    for (std::uint32_t r = 0; r < version.records(); ++r) {
        const std::uint32_t s = version.signature[r];
        if (s == Version::is_new) continue;
        if (bucket_of[s] == SIZE_MAX) {
            bucket_of[s] = place_of_[s] = open_.size();
            open_.push_back({s, std::vector<std::vector<GroupPlace>>(signatures_[s].size()), {}});
        }
        OpenBucket& bucket = open_[bucket_of[s]];
        const std::size_t at = position(signatures_[s], version.value[r]);
        if (at < bucket.places.size())
            bucket.places[at].push_back({r, version.value[r], false});
        else
            bucket.strays.push_back(r);
    }
}

OpenBucket& SignatureBuckets::bucket_of(const Signature& signature) {
    const auto [known, is_new] = number_of_.emplace(signature, static_cast<std::uint32_t>(signatures_.size()));
    if (is_new) signatures_.push_back(signature);
    const auto [place, without] = place_of_.emplace(known->second, open_.size());
    if (without) open_.push_back({known->second, std::vector<std::vector<GroupPlace>>(signature.size()), {}});
    return open_[place->second];
}

void SignatureBuckets::add_rows(OpenBucket& bucket, std::uint32_t rows, NewRecords& records) {
    const Signature& signature = signatures_[bucket.signature];
    for (std::size_t i = 0; i < signature.size(); ++i)
        for (std::uint32_t row = 0; row < rows; ++row)
            bucket.places[i].push_back({records.take(signature[i]), signature[i], false});
}

void SignatureBuckets::add_rows(NewRecords& records, const Diversity& diversity) {
    std::vector<std::size_t> largest_first(open_.size());
    std::iota(largest_first.begin(), largest_first.end(), 0u);
    std::stable_sort(largest_first.begin(), largest_first.end(),
                     [&](std::size_t a, std::size_t b) { return open_[a].most() > open_[b].most(); });
    for (const std::size_t b : largest_first)
        add_rows(open_[b], most_rows(records.left(), signatures_[open_[b].signature], diversity), records);
    if (records.total() == 0) return;
    for (const deal::PlannedSignature& planned : plan_signatures(records.left(), diversity))
        add_rows(bucket_of(planned.values), planned.groups, records);
}

std::vector<Bucket> SignatureBuckets::close() && {
    std::vector<Bucket> closed;
    for (OpenBucket& bucket : open_) {
        Bucket made{bucket.signature, bucket.most(), {}};
        if (made.rows == 0) continue;
        made.places.reserve(made.rows * bucket.places.size());
        for (auto& of_value : bucket.places) made.places.insert(made.places.end(), of_value.begin(), of_value.end());
        closed.push_back(std::move(made));
    }
    return closed;
}

}  // namespace scrim::republication

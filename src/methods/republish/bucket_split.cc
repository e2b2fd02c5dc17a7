#include "methods/republish/bucket_split.h"

#include "kernel/core/parallel.h"
#include "kernel/deal/draws.h"

#include <algorithm>
#include <numeric>

namespace scrim::republication {
namespace {

// The least values that cover some records, attribute by attribute.
struct Box {
    static constexpr std::size_t most = 64;
    std::array<Code, most> lo, hi;

    explicit Box(std::size_t dimensions) {
        std::fill_n(lo.begin(), dimensions, UINT32_MAX);
        std::fill_n(hi.begin(), dimensions, 0);
    }
};

class Splitter {
public:
    Splitter(const Version& version, Bucket& bucket, const Extent& extent)
        : version_(version), bucket_(bucket), extent_(extent), width_(bucket.places.size() / bucket.rows) {}

    void split() { split(0, bucket_.rows); }

private:
    std::span<GroupPlace> places(std::size_t value, std::uint32_t first, std::uint32_t last) {
        return std::span(bucket_.places).subspan(value * bucket_.rows + first, last - first);
    }
    // Sorts every value's places so that those up to `middle` come first along the attribute.
    void cut(std::size_t attribute, std::uint32_t first, std::uint32_t middle, std::uint32_t last) {
        for (std::size_t v = 0; v < width_; ++v) {
            const std::span<GroupPlace> all = places(v, first, last);
            std::nth_element(all.begin(), all.begin() + (middle - first), all.end(),
                             [&](const GroupPlace& a, const GroupPlace& b) {
                                 return version_.at(a.record)[attribute] < version_.at(b.record)[attribute];
                             });
        }
    }
    double cost(std::uint32_t first, std::uint32_t last) {
        const std::size_t d = version_.dimensions;
        Box box(d);
        for (std::size_t v = 0; v < width_; ++v)
            for (const GroupPlace& place : places(v, first, last)) {
                if (place.counterfeit) continue;
                const auto codes = version_.at(place.record);
                for (std::size_t a = 0; a < d; ++a) {
                    box.lo[a] = std::min(box.lo[a], codes[a]);
                    box.hi[a] = std::max(box.hi[a], codes[a]);
                }
            }
        double sum = 0;
        for (std::size_t a = 0; a < d; ++a)
            if (box.lo[a] <= box.hi[a]) sum += extent_(a, box.lo[a], box.hi[a]);
        return sum * (last - first);
    }
    // The attribute whose cut in the middle leaves the least extent. Afterwards the places are cut along the last one.
    std::size_t best_attribute(std::uint32_t first, std::uint32_t last) {
        const std::uint32_t middle = first + (last - first) / 2;
        std::size_t best = 0;
        double least = 0;
        for (std::size_t a = 0; a < version_.dimensions; ++a) {
            cut(a, first, middle, last);
            const double both = cost(first, middle) + cost(middle, last);
            if (a > 0 && both >= least) continue;
            best = a;
            least = both;
        }
        return best;
    }
    // The same, of a few places of each value: good enough for the first cuts, which are the dear ones.
    std::size_t best_of_sample(std::uint32_t first, std::uint32_t last) {
        Bucket sample{bucket_.signature, sample_rows, {}};
        for (std::size_t v = 0; v < width_; ++v)
            for (std::uint64_t i = 0; i < sample_rows; ++i)
                sample.places.push_back(places(v, first, last)[i * (last - first) / sample_rows]);
        return Splitter(version_, sample, extent_).best_attribute(0, sample_rows);
    }
    void split(std::uint32_t first, std::uint32_t last) {
        if (last - first < 2) return;
        const std::uint32_t middle = first + (last - first) / 2;
        const bool many = last - first > 4 * sample_rows;
        const std::size_t best = many ? best_of_sample(first, last) : best_attribute(first, last);
        if (many || best + 1 != version_.dimensions) cut(best, first, middle, last);
        split(first, middle);
        split(middle, last);
    }

    static constexpr std::uint32_t sample_rows = 16;

    const Version& version_;
    Bucket& bucket_;
    const Extent& extent_;
    std::size_t width_;  // values of the signature
};

}  // namespace

Grouping split_buckets(const Version& version, std::vector<Bucket> buckets, std::vector<Signature> signatures,
                       const Extent& extent, bool blind, Random& random) {
    deal::Draws draws(random);
    if (blind) {
        for (Bucket& bucket : buckets)
            for (std::size_t at = 0; at < bucket.places.size(); at += bucket.rows)
                draws.shuffle(std::span(bucket.places).subspan(at, bucket.rows));
    } else {
        parallel_for(0, buckets.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t b = first; b < last; ++b) Splitter(version, buckets[b], extent).split();
        });
    }
    // Which bucket a group comes from, and where it stood there, is nobody's business.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> rows;  // bucket, row
    for (std::uint32_t b = 0; b < buckets.size(); ++b)
        for (std::uint32_t row = 0; row < buckets[b].rows; ++row) rows.emplace_back(b, row);
    draws.shuffle(std::span(rows));

    Grouping grouping;
    grouping.signatures = std::move(signatures);
    for (const auto& [b, row] : rows) {
        const Bucket& bucket = buckets[b];
        grouping.signature_of.push_back(bucket.signature);
        for (std::size_t at = row; at < bucket.places.size(); at += bucket.rows) {
            const GroupPlace& place = bucket.places[at];
            grouping.groups.members.push_back(place);
            grouping.counterfeits += place.counterfeit;
            grouping.substitutes += !place.counterfeit && place.value != version.value[place.record];
        }
        grouping.groups.end_group();
    }
    return grouping;
}

}  // namespace scrim::republication

#include "republish_paper/query_error.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scrim::experiment {

void ByteColumns::within(std::span<const Span> ranges, std::vector<std::uint8_t>& mask) const {
    mask.resize(rows());
    constexpr std::size_t block = 4096;  // so that the mask stays near
    for (std::size_t first = 0; first < rows(); first += block) {
        const std::size_t length = std::min(block, rows() - first);
        std::uint8_t* out = mask.data() + first;
        std::fill_n(out, length, std::uint8_t{1});
        for (std::size_t c = 0; c < ranges.size(); ++c) {
            const std::uint8_t* codes = columns_[c].data() + first;
            const auto lo = static_cast<std::uint8_t>(ranges[c].lo);
            const auto last = static_cast<std::uint8_t>(ranges[c].width() - 1);
            for (std::size_t i = 0; i < length; ++i)
                out[i] &= static_cast<std::uint8_t>(static_cast<std::uint8_t>(codes[i] - lo) <= last);
        }
    }
}

Microdata::Microdata(const republication::Version& version, std::vector<Code> sizes)
    : sizes_(std::move(sizes)), columns_(version.dimensions + 1, version.records()) {
    for (std::uint32_t r = 0; r < version.records(); ++r) {
        for (std::size_t a = 0; a < version.dimensions; ++a) columns_.set(a, r, version.at(r)[a]);
        columns_.set(version.dimensions, r, version.value[r]);
    }
}

std::uint64_t Microdata::count(const CountQuery& query) const {
    std::vector<Span> ranges = query.ranges;
    ranges.push_back(query.values);
    std::vector<std::uint8_t> mask;
    columns_.within(ranges, mask);
    return std::accumulate(mask.begin(), mask.end(), std::uint32_t{0});
}

Workload workload(const Microdata& data, double selectivity, std::size_t queries, Random& random) {
    const std::vector<Code>& sizes = data.sizes();
    const double share = std::pow(selectivity, 1.0 / static_cast<double>(sizes.size()));
    Workload made;
    while (made.queries.size() < queries) {
        CountQuery query;
        for (const Code size : sizes) {
            const auto length = std::max<Code>(1, static_cast<Code>(std::lround(size * share)));
            const auto lo = static_cast<Code>(random.below(size - length + 1));
            query.ranges.push_back({lo, lo + length});
        }
        query.values = query.ranges.back();
        query.ranges.pop_back();
        query.actual = static_cast<double>(data.count(query));
        if (query.actual > 0)
            made.queries.push_back(std::move(query));
        else
            ++made.drawn_again;
    }
    return made;
}

SignatureCounts::SignatureCounts(const republication::Version& version, const republication::Grouping& grouping)
    : values_(version.values) {
    for (const republication::Signature& signature : grouping.signatures) {
        std::uint16_t below = 0;
        for (std::uint32_t value = 0, at = 0; value < values_; ++value) {
            up_to_.push_back(below);
            if (at < signature.size() && signature[at] == value) ++below, ++at;
        }
        up_to_.push_back(below);
    }
}

GeneralizedRelease::GeneralizedRelease(const republication::Version& version, const republication::Grouping& grouping)
    : counts_(version, grouping),
      signature_of_(grouping.signature_of),
      box_(version.dimensions),
      rows_(grouping.groups.size()) {
    for (std::size_t g = 0; g < grouping.groups.size(); ++g) {
        std::size_t counterfeits = 0;
        std::vector<Span> box(version.dimensions);
        for (const republication::GroupPlace& place : grouping.groups[g]) {
            counterfeits += place.counterfeit;
            if (place.counterfeit) continue;
            for (std::size_t a = 0; a < box.size(); ++a) box[a] = hull(box[a], Span::of(version.at(place.record)[a]));
        }
        for (std::size_t a = 0; a < box.size(); ++a) {
            box_[a].lo.push_back(static_cast<float>(box[a].lo));
            box_[a].hi.push_back(static_cast<float>(box[a].hi));
            box_[a].one_by_width.push_back(1 / static_cast<float>(box[a].width()));
        }
        const auto rows = static_cast<float>(grouping.groups[g].size());
        true_share_.push_back((rows - static_cast<float>(counterfeits)) / rows);
    }
}

double GeneralizedRelease::estimate(const CountQuery& query) const {
    const std::size_t groups = signature_of_.size();
    std::copy(true_share_.begin(), true_share_.end(), rows_.begin());
    for (std::size_t a = 0; a < box_.size(); ++a) {
        const auto lo = static_cast<float>(query.ranges[a].lo), hi = static_cast<float>(query.ranges[a].hi);
        const float *los = box_[a].lo.data(), *his = box_[a].hi.data(), *widths = box_[a].one_by_width.data();
        float* rows = rows_.data();
        for (std::size_t g = 0; g < groups; ++g)
            rows[g] *= std::max(0.0f, std::min(hi, his[g]) - std::max(lo, los[g])) * widths[g];
    }
    double sum = 0;
    for (std::size_t g = 0; g < groups; ++g)
        sum += static_cast<double>(rows_[g]) * counts_.within(signature_of_[g], query.values);
    return sum;
}

PermutedRelease::PermutedRelease(const republication::Version& version, const republication::Grouping& grouping)
    : counts_(version, grouping), columns_(version.dimensions, grouping.groups.members.size()) {
    std::vector<std::vector<std::uint32_t>> groups(grouping.signatures.size());
    for (std::uint32_t g = 0; g < grouping.groups.size(); ++g) groups[grouping.signature_of[g]].push_back(g);
    std::uint32_t row = 0;
    for (std::uint32_t s = 0; s < groups.size(); ++s) {
        if (groups[s].empty()) continue;
        const std::uint32_t first = row;
        for (const std::uint32_t g : groups[s])
            for (const republication::GroupPlace& place : grouping.groups[g]) {
                for (std::size_t a = 0; a < version.dimensions; ++a) columns_.set(a, row, version.at(place.record)[a]);
                ++row;
            }
        parts_.push_back({s, first, row, static_cast<double>(grouping.groups[groups[s].front()].size())});
    }
}

double PermutedRelease::estimate(const CountQuery& query) const {
    columns_.within(query.ranges, mask_);
    double sum = 0;
    for (const Part& part : parts_) {
        const std::uint32_t values = counts_.within(part.signature, query.values);
        if (values == 0) continue;
        const auto members = std::accumulate(mask_.begin() + part.first, mask_.begin() + part.last, std::uint32_t{0});
        sum += static_cast<double>(members) * values / part.group_size;
    }
    return sum;
}

}  // namespace scrim::experiment

// Unique exact matches (UEM): of the records that are alone in the original with their quasi-identifiers, the share
// whose quasi-identifiers appear exactly in the release. Lower is better for privacy; a release that prints spans has
// next to none, and one of exact quasi-identifiers (anatomy) all.
//
// NIST, SDNist: Deidentified data report tool, 2023, which compares all columns; here they are the quasi-identifiers.
#include "kernel/compare/comparison.h"

#include <algorithm>

namespace scrim::compare {
namespace {

using Key = std::vector<Code>;

std::optional<Measured> measure_unique_exact_matches(const Comparison& input) {
    std::vector<std::size_t> keys;
    for (std::size_t a = 0; a < input.attributes.size(); ++a)
        if (input.attributes[a].quasi_identifier) keys.push_back(a);
    if (keys.empty() || input.original.rows() == 0) return std::nullopt;
    // Nothing where a cell is no single value.
    const auto key_of = [&](const Side& side, std::size_t row) {
        Key key;
        for (const std::size_t a : keys) {
            const Span span = side.span(a, row);
            if (span.width() != 1) return Key{};
            key.push_back(span.lo);
        }
        return key;
    };
    std::vector<Key> released;
    for (std::size_t row = 0; row < input.release.rows(); ++row)
        if (Key key = key_of(input.release, row); !key.empty()) released.push_back(std::move(key));
    std::sort(released.begin(), released.end());

    std::vector<std::pair<Key, double>> originals;
    for (std::size_t row = 0; row < input.original.rows(); ++row)
        originals.emplace_back(key_of(input.original, row), input.original.weights[row]);
    std::sort(originals.begin(), originals.end());
    std::uint64_t unique = 0, matched = 0;
    for (std::size_t begin = 0, end = 0; begin < originals.size(); begin = end) {
        double records = 0;
        for (end = begin; end < originals.size() && originals[end].first == originals[begin].first; ++end)
            records += originals[end].second;
        if (records != 1) continue;
        ++unique;
        matched += std::binary_search(released.begin(), released.end(), originals[begin].first) ? 1 : 0;
    }
    const double share = unique == 0 ? 0 : static_cast<double>(matched) / static_cast<double>(unique);
    return Measured{share, {{"matched", static_cast<double>(matched)}}, {{"unique", static_cast<double>(unique)}}};
}

}  // namespace

const ComparisonSpec& unique_exact_matches_comparison() {
    static const ComparisonSpec spec = {
        {.name = "unique_exact_matches",
         .title = "unique originals that the release prints exactly (UEM)",
         .citation = "NIST: SDNist, deidentified data report tool, 2023",
         .lower_is_better = true,
         .normalization = "0 (no quasi-identifiers of a unique record) to 1 (those of all of them)"},
        measure_unique_exact_matches};
    return spec;
}

}  // namespace scrim::compare

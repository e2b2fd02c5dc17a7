// Correlation deviation: the mean, over all pairs of columns of numbers or dates, of the absolute difference between
// Pearson's correlation in the release and in the original. Lower is better.
//
// A column that the release made constant is correlated with nothing: 0. A pair that the original does not correlate at
// all (no record has both values) is left out.
//
// As SDNist's pairwise correlation difference (NIST 2023).
#include "kernel/compare/number_columns.h"

#include <algorithm>
#include <cmath>

namespace scrim::compare {
namespace {

std::optional<Measured> measure_correlation_deviation(const Comparison& input) {
    const std::vector<NumberColumn> columns = number_columns(input);
    if (input.release.total == 0) return std::nullopt;
    double sum = 0, largest = 0, pairs = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t j = i + 1; j < columns.size(); ++j) {
            const NumberColumn &a = columns[i], &b = columns[j];
            const auto before = correlation(input.original, a.attribute, a.of_original, b.attribute, b.of_original);
            if (!before) continue;
            const auto after = correlation(input.release, a.attribute, a.of_release, b.attribute, b.of_release);
            const double difference = std::abs(*before - after.value_or(0));
            sum += difference;
            largest = std::max(largest, difference);
            ++pairs;
        }
    if (pairs == 0) return std::nullopt;
    return Measured{sum / pairs, {{"largest", largest}, {"pairs", pairs}}};
}

}  // namespace

const ComparisonSpec& correlation_deviation_comparison() {
    static const ComparisonSpec spec = {
        {.name = "correlation_deviation",
         .title = "mean difference of correlations between numbers",
         .citation = "Pearson's correlations compared pair by pair, as in NIST: SDNist, deidentified data report tool, "
                     "2023",
         .lower_is_better = true,
         .normalization = "0 (all correlations kept) to 2 (all turned around)"},
        measure_correlation_deviation};
    return spec;
}

}  // namespace scrim::compare

// IL1s, the least possible: the mean over the columns of numbers and dates, and over the records, of |x - x'| / (√2 s),
// where x is a record's value, x' what the release makes of it, and s the original's standard deviation. Lower is
// better.
//
// The measure pairs records, and a release does not say whose record is whose (that is its point). Each column by
// itself, values paired in their order have the smallest mean of |x - x'| (the distance between the two distributions);
// any true pairing has this much or more. So the figure is exact where the order of values is kept, as under
// microaggregation of single columns, and a lower bound elsewhere. Where records are left out, shares are paired.
//
// Mateo-Sanz, Sebé, Domingo-Ferrer, Outlier protection in continuous microdata masking, PSD 2004; sdcMicro, dUtility.
// Example: 0, 2 become 1, 1: (1 + 1) / 2 / (√2 · √2) = 1/2.
#include "kernel/compare/number_columns.h"

#include <algorithm>
#include <cmath>

namespace scrim::compare {
namespace {

// The values of a column with the share of the records that have them, ascending.
std::vector<std::pair<double, double>> distribution(const Side& side, std::size_t attribute,
                                                    const std::vector<double>& by_label) {
    std::vector<double> weights(by_label.size(), 0);
    double all = 0;
    for (std::size_t row = 0; row < side.rows(); ++row)
        if (const Code label = side.labels[attribute][row]; !std::isnan(by_label[label])) {
            weights[label] += side.weights[row];
            all += side.weights[row];
        }
    std::vector<std::pair<double, double>> values;
    for (std::size_t label = 0; label < weights.size(); ++label)
        if (weights[label] > 0) values.emplace_back(by_label[label], weights[label] / all);
    std::sort(values.begin(), values.end());
    return values;
}

// The mean of |x - x'| where shares are paired in the order of their values.
double distance_in_order(const std::vector<std::pair<double, double>>& one,
                         const std::vector<std::pair<double, double>>& other) {
    double sum = 0;
    double left_of_one = one.front().second, left_of_other = other.front().second;
    for (std::size_t i = 0, j = 0; i < one.size() && j < other.size();) {
        const double share = std::min(left_of_one, left_of_other);
        sum += share * std::abs(one[i].first - other[j].first);
        left_of_one -= share;
        left_of_other -= share;
        const bool next_of_one = left_of_one <= left_of_other;
        if (next_of_one && ++i < one.size()) left_of_one += one[i].second;
        if (!next_of_one && ++j < other.size()) left_of_other += other[j].second;
    }
    return sum;
}

std::optional<Measured> measure_il1s(const Comparison& input) {
    double sum = 0, columns = 0, largest = 0;
    for (const NumberColumn& column : number_columns(input)) {
        const auto before = distribution(input.original, column.attribute, column.of_original);
        const auto after = distribution(input.release, column.attribute, column.of_release);
        if (after.empty()) return std::nullopt;
        const double deviation = standard_deviation(input.original, column.attribute, column.of_original);
        const double loss = distance_in_order(before, after) / (std::sqrt(2.0) * deviation);
        sum += loss;
        largest = std::max(largest, loss);
        ++columns;
    }
    if (columns == 0) return std::nullopt;
    return Measured{sum / columns, {{"largest", largest}, {"columns", columns}}};
}

}  // namespace

const ComparisonSpec& il1s_comparison() {
    static const ComparisonSpec spec = {
        {.name = "il1s",
         .title = "information loss of numbers (IL1s), at least",
         .citation = "Mateo-Sanz, Sebé, Domingo-Ferrer: Outlier protection in continuous microdata masking, PSD 2004; "
                     "sdcMicro, dUtility(method = \"IL1s\")",
         .lower_is_better = true,
         .normalization = "0 (same distributions), in units of √2 standard deviations; records are not paired, so the "
                          "least that any pairing loses"},
        measure_il1s};
    return spec;
}

}  // namespace scrim::compare

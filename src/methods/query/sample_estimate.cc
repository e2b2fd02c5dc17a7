#include "methods/query/sample_estimate.h"

#include <algorithm>
#include <cmath>

namespace scrim::querying {

bool one_value_each(const std::vector<Meaning>& meanings) {
    return std::all_of(meanings.begin(), meanings.end(), [](const Meaning& meaning) {
        return std::all_of(meaning.cells.begin(), meaning.cells.end(),
                           [](const Spans& cell) { return cell.size() == 1 && cell.front().width() == 1; });
    });
}

std::vector<double> SampleEstimator::scaled(std::vector<double> by_row) const {
    for (std::size_t row = 0; row < by_row.size(); ++row) by_row[row] *= released_.drawn->stands_for[row];
    return by_row;
}

double SampleEstimator::sum(const std::vector<double>& parts) const {
    double sum = 0;
    for (std::size_t row = 0; row < parts.size(); ++row) sum += released_.rows.weights[row] * parts[row];
    return sum;
}

std::optional<double> SampleEstimator::variance(const std::vector<double>& parts) const {
    const double not_drawn = released_.drawn->not_drawn;
    if (not_drawn == 0) return 0;
    const auto n = static_cast<double>(released_.rows.total);
    if (n < 2) return std::nullopt;
    const double mean = sum(parts) / n;
    double squares = 0;
    for (std::size_t row = 0; row < parts.size(); ++row)
        squares += released_.rows.weights[row] * (parts[row] - mean) * (parts[row] - mean);
    return not_drawn * n / (n - 1) * squares;
}

std::optional<QueryEstimate> SampleEstimator::total(const std::vector<double>& parts) const {
    const auto spread = variance(parts);
    if (!spread) return std::nullopt;
    return QueryEstimate{sum(parts), std::sqrt(*spread)};
}

std::optional<QueryEstimate> SampleEstimator::count() const { return total(scaled(estimator_.by_row({}))); }

std::optional<QueryEstimate> SampleEstimator::of_numbers(Aggregate aggregate, std::size_t column) const {
    const std::vector<double> numbers = scaled(estimator_.by_row({column, 0, false, false}));
    if (aggregate == Aggregate::sum) return total(numbers);
    const double count = sum(scaled(estimator_.by_row({column, 0, false, true})));
    if (!(count > 0)) return std::nullopt;
    const double mean = sum(numbers) / count;
    const auto excess = total(scaled(estimator_.by_row({column, mean, false, false})));
    if (!excess) return std::nullopt;
    return QueryEstimate{mean, excess->standard_error / count};
}

}  // namespace scrim::querying

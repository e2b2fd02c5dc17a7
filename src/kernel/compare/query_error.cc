// Query error: by how much the counts that a user computes from the release miss the true ones, as the mean over a
// workload of |expected - true| / max(true, sanity bound). Lower is better.
//
// The median is printed beside the mean.
#include "kernel/compare/expected_count.h"
#include "kernel/core/parallel.h"

#include <algorithm>
#include <cmath>

namespace scrim::compare {
namespace {

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

std::optional<Measured> measure_query_error(const Comparison& input) {
    if (input.workload.empty() || input.original.total == 0) return std::nullopt;
    const double bound = sanity_bound(input.original.total);
    std::vector<double> errors(input.workload.size());
    parallel_for(0, errors.size(), 8, [&](std::size_t begin, std::size_t end) {
        for (std::size_t q = begin; q < end; ++q) {
            const double truth = expected_count(input.original, input.workload[q]);
            const double found = expected_count(input.release, input.workload[q]);
            errors[q] = std::abs(found - truth) / std::max(truth, bound);
        }
    });
    double sum = 0;
    for (const double error : errors) sum += error;
    return Measured{
        sum / static_cast<double>(errors.size()),
        {{"median", median_of(errors)}, {"queries", static_cast<double>(errors.size())}, {"sanity_bound", bound}}};
}

}  // namespace

const ComparisonSpec& query_error_comparison() {
    static const ComparisonSpec spec = {
        {.name = "query_error",
         .title = "mean relative error of count queries",
         .citation = "Xiao, Tao: Anatomy, VLDB 2006; with the sanity bound of Xiao, Wang, Gehrke: Differential privacy "
                     "via wavelet transforms, ICDE 2010",
         .lower_is_better = true,
         .normalization = "0 (every count is right); 1: off by as much as the true count"},
        measure_query_error,
        true};
    return spec;
}

}  // namespace scrim::compare

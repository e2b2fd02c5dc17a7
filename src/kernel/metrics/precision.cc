// Precision: 1 minus the mean over all cells of generalization steps / height of the hierarchy,
// attributes weighted where weights are given. Higher is better: 1 means that every cell is exact,
// 0 that every record is suppressed. Without a hierarchy a cell has one step, from exact to
// generalized.
//
// Sweeney, Achieving k-anonymity privacy protection, IJUFKS 2002. Example: every cell one step up a
// hierarchy of height 2: 1 - 1/2 = 1/2.
#include "kernel/metrics/generalization_steps.h"

#include <algorithm>

namespace scrim::metrics {
namespace {

// A hierarchy of height 0 has nothing to lose in print; a suppressed record costs 1 in every cell nevertheless.
std::uint64_t height(const hierarchy::Attribute& attribute) {
    return std::max<std::uint64_t>(most_generalization_steps(attribute), 1);
}

std::optional<double> measure_precision(const MetricInput& input) {
    const std::optional<double> lost = mean_charge(input, {generalization_steps, height}, height);
    if (!lost) return std::nullopt;
    return 1 - *lost;
}

}  // namespace

const MetricSpec& precision_metric() {
    static const MetricSpec spec = {
        {.name = "precision",
         .title = "precision (Prec)",
         .citation = "Sweeney: Achieving k-anonymity privacy protection using generalization and suppression, "
                     "International Journal of Uncertainty, Fuzziness and Knowledge-Based Systems 2002",
         .lower_is_better = false,
         .normalization = "1 (every cell exact) to 0 (every record suppressed)"},
        measure_precision};
    return spec;
}

}  // namespace scrim::metrics

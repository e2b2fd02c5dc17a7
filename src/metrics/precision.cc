// Precision: 1 minus the mean over all cells of generalisation steps / height of the hierarchy.
#include "metrics/generalisation_steps.h"

#include <algorithm>

namespace scrim {
namespace {

// A hierarchy of height 0 has nothing to lose in print; a suppressed record costs 1 in every cell nevertheless.
std::uint64_t height(const MetricAttribute& attribute) {
    return std::max<std::uint64_t>(most_generalisation_steps(attribute), 1);
}

std::optional<double> measure(const MetricInput& input) {
    const std::optional<double> lost = mean_charge(input, {generalisation_steps, height}, height);
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
         .normalisation = "1 (every cell exact) to 0 (every record suppressed)"},
        measure};
    return spec;
}

}  // namespace scrim

// Normalised average class size (C_avg): released records / classes / k. Suppressed records are in no class.
#include "metrics/metric.h"

namespace scrim {
namespace {

std::optional<double> measure(const MetricInput& input) {
    if (input.class_sizes.empty() || input.k == 0) return std::nullopt;
    const double smallest = static_cast<double>(input.class_sizes.size()) * static_cast<double>(input.k);
    return static_cast<double>(input.rows) / smallest;
}

}  // namespace

const MetricSpec& average_class_size_metric() {
    static const MetricSpec spec = {
        {.name = "average_class_size",
         .title = "normalised average class size (C_avg)",
         .citation = "LeFevre, DeWitt, Ramakrishnan: Mondrian multidimensional k-anonymity, ICDE 2006",
         .lower_is_better = true,
         .normalisation = "1 (every class has exactly k records) to released records / k (one class)"},
        measure};
    return spec;
}

}  // namespace scrim

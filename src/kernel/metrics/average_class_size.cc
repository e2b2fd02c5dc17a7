// Normalized average class size (C_avg): released records / classes / k. The k is what was asked
// for; if nothing was, scrim check takes the smallest class. Lower is better; 1 means that every
// class has exactly k. Suppressed records are in no class. Where people are counted, so are they
// here: k is of people.
//
// LeFevre, DeWitt, Ramakrishnan, Mondrian, ICDE 2006. Example: 8 records in 2 classes and k = 2: 8
// / 2 / 2 = 2.
#include "kernel/metrics/metric.h"

namespace scrim::metrics {
namespace {

std::optional<double> measure_average_class_size(const MetricInput& input) {
    if (input.class_sizes.empty() || input.k == 0) return std::nullopt;
    const double smallest = static_cast<double>(input.class_sizes.size()) * static_cast<double>(input.k);
    std::uint64_t members = 0;
    for (const std::uint32_t size : input.sizes()) members += size;
    return static_cast<double>(members) / smallest;
}

}  // namespace

const MetricSpec& average_class_size_metric() {
    static const MetricSpec spec = {
        {.name = "average_class_size",
         .title = "normalized average class size (C_avg)",
         .citation = "LeFevre, DeWitt, Ramakrishnan: Mondrian multidimensional k-anonymity, ICDE 2006",
         .lower_is_better = true,
         .normalization =
             "1 (every class has exactly k) to all released / k (one class); less than 1 where classes are "
             "smaller than k"},
        measure_average_class_size,
        /*cell=*/nullptr,
        /*of_target=*/false,
        /*is_loss=*/false,
        /*counts_people=*/true};
    return spec;
}

}  // namespace scrim::metrics

// Normalised certainty penalty: a cell printed as a span of w of the D values of its domain costs (w - 1) / (D - 1).
//
// Over a whole table this mean is also called the global certainty penalty (GCP). An attribute of one value has nothing
// to lose in print; a suppressed record costs 1 in every cell.
#include "metrics/cell_charge.h"

#include <algorithm>

namespace scrim {
namespace {

std::uint64_t values_added(const MetricAttribute&, Span span) { return span.width() - 1; }

std::uint64_t most_values_added(const MetricAttribute& attribute) {
    return std::max<Code>(attribute.domain->size(), 2) - 1;
}

double cell(const MetricAttribute& attribute, Span span) {
    return static_cast<double>(values_added(attribute, span)) / static_cast<double>(most_values_added(attribute));
}

std::optional<double> measure(const MetricInput& input) {
    return mean_charge(input, {values_added, most_values_added}, most_values_added);
}

}  // namespace

const MetricSpec& ncp_metric() {
    static const MetricSpec spec = {
        {.name = "ncp",
         .title = "normalised certainty penalty",
         .citation = "Xu, Wang, Pei, Wang, Shi, Fu: Utility-based anonymization using local recoding, KDD 2006; as "
                     "mean over a table (GCP) Ghinita, Karras, Kalnis, Mamoulis: Fast data anonymization with low "
                     "information loss, VLDB 2007",
         .lower_is_better = true,
         .normalisation = "0 (every cell exact) to 1 (every record suppressed)"},
        measure, cell};
    return spec;
}

}  // namespace scrim

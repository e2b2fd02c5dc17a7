// Normalized certainty penalty: a cell printed as a span of w of the D values of its domain costs
// (w - 1) / (D - 1). The metric is the mean over all cells, attributes weighted where weights are
// given. Lower is better: 0 means that every cell is exact, 1 that every record is suppressed.
//
// Over a whole table this mean is also called the global certainty penalty (GCP). An attribute of
// one value has nothing to lose in print; a suppressed record costs 1 in every cell.
//
// Xu, Wang, Pei, Wang, Shi, Fu, KDD 2006; as GCP Ghinita, Karras, Kalnis, Mamoulis, VLDB 2007.
// Example: of the values 1, 2, 3, 4, all printed as [1, 2] or [3, 4]: (2 - 1) / (4 - 1) = 1/3.
#include "kernel/metrics/cell_charge.h"

#include <algorithm>

namespace scrim::metrics {
namespace {

std::uint64_t widest_added(const hierarchy::Attribute& attribute) {
    return std::max<Code>(attribute.domain().size(), 2) - 1;
}

double cell(const hierarchy::Attribute& attribute, Span span) {
    return static_cast<double>(values_added(attribute, span)) / static_cast<double>(widest_added(attribute));
}

std::optional<double> measure_ncp(const MetricInput& input) {
    return mean_charge(input, {values_added, widest_added}, widest_added);
}

}  // namespace

const MetricSpec& ncp_metric() {
    static const MetricSpec spec = {
        {.name = "ncp",
         .title = "normalized certainty penalty",
         .citation = "Xu, Wang, Pei, Wang, Shi, Fu: Utility-based anonymization using local recoding, KDD 2006; as "
                     "mean over a table (GCP) Ghinita, Karras, Kalnis, Mamoulis: Fast data anonymization with low "
                     "information loss, VLDB 2007",
         .lower_is_better = true,
         .normalization = "0 (every cell exact) to 1 (every record suppressed)"},
        measure_ncp,
        cell,
        /*of_target=*/false,
        /*is_loss=*/true};
    return spec;
}

}  // namespace scrim::metrics

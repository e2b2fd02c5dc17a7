// ILoss: a cell printed as a span of w of the D values of its domain costs (w - 1) / D; the metric
// is the mean over all cells, attributes weighted where weights are given. Lower is better, 0 means
// that every cell is exact.
//
// The survey's definition sums this over the records; the mean makes tables of different size
// comparable. A suppressed record costs as much as one that prints the whole domain in every cell.
//
// Xiao, Tao, SIGMOD 2006; Fung, Wang, Chen, Yu, ACM Computing Surveys 2010, section 4.1. Example:
// of the values 1, 2, 3, 4, all printed as [1, 2] or [3, 4]: (2 - 1) / 4 = 1/4.
#include "kernel/metrics/cell_charge.h"

namespace scrim::metrics {
namespace {

std::uint64_t most_values_added(const hierarchy::Attribute& attribute) { return attribute.domain().size() - 1; }

std::uint64_t domain_size(const hierarchy::Attribute& attribute) { return attribute.domain().size(); }

std::optional<double> measure_iloss(const MetricInput& input) {
    return mean_charge(input, {values_added, most_values_added}, domain_size);
}

}  // namespace

const MetricSpec& iloss_metric() {
    static const MetricSpec spec = {
        {.name = "iloss",
         .title = "information loss (ILoss)",
         .citation = "Xiao, Tao: Personalized privacy preservation, SIGMOD 2006; Fung, Wang, Chen, Yu: Privacy-"
                     "preserving data publishing, ACM Computing Surveys 2010, section 4.1",
         .lower_is_better = true,
         .normalization = "0 (every cell exact) to the mean of 1 - 1 / domain size (everything suppressed)"},
        measure_iloss};
    return spec;
}

}  // namespace scrim::metrics

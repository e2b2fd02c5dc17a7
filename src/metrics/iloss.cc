// ILoss: a cell printed as a span of w of the D values of its domain costs (w - 1) / D; all attributes weigh the same.
//
// The survey's definition sums this over the records; the mean makes tables of different size comparable. A suppressed
// record costs as much as one that prints the whole domain in every cell.
#include "metrics/cell_charge.h"

namespace scrim {
namespace {

std::uint64_t values_added(const MetricAttribute&, Span span) { return span.width() - 1; }

std::uint64_t most_values_added(const MetricAttribute& attribute) { return attribute.domain->size() - 1; }

std::uint64_t domain_size(const MetricAttribute& attribute) { return attribute.domain->size(); }

std::optional<double> measure(const MetricInput& input) {
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
         .normalisation = "0 (every cell exact) to the mean of 1 - 1 / domain size (everything suppressed)"},
        measure};
    return spec;
}

}  // namespace scrim

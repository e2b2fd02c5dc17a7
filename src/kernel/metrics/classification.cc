// Classification (CM): the share of records that are suppressed, or whose target value is not their
// class's majority. Lower is better; 0 means that each class holds one target value, 1 that every
// record is suppressed.
//
// Iyengar, KDD 2002. Example: classes of flu, flu, cold, HIV and of flu, cold, HIV, HIV: 4 of 8 are
// not in the majority, 1/2.
#include "kernel/metrics/metric.h"

namespace scrim::metrics {
namespace {

std::optional<double> measure_classification(const MetricInput& input) {
    if (input.records() == 0 || (input.class_majorities.empty() && input.rows > 0)) return std::nullopt;
    std::uint64_t charged = input.suppressed();
    for (std::size_t i = 0; i < input.class_majorities.size(); ++i)
        charged += input.class_sizes[i] - input.class_majorities[i];
    return static_cast<double>(charged) / static_cast<double>(input.records());
}

}  // namespace

const MetricSpec& classification_metric() {
    static const MetricSpec spec = {
        {.name = "classification",
         .title = "classification error on the target attribute (CM)",
         .citation = "Iyengar: Transforming data to satisfy privacy constraints, KDD 2002; Fung, Wang, Chen, Yu: "
                     "Privacy-preserving data publishing, ACM Computing Surveys 2010, section 4.2",
         .lower_is_better = true,
         .normalization = "0 (each class holds one target value) to 1 (every record suppressed)"},
        measure_classification,
        nullptr,
        true};
    return spec;
}

}  // namespace scrim::metrics

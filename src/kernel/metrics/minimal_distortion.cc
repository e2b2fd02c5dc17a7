// Minimal distortion (MD): one unit for every generalization step of every cell; a suppressed
// record pays all steps. A sum, not weighted; lower is better, 0 means that every cell is exact.
//
// Ten records that turn Engineer into Professional cost 10 units, and 10 more when they turn into
// ANY Job.
//
// Samarati, TKDE 2001; Fung, Wang, Chen, Yu, ACM Computing Surveys 2010, section 4.1.
#include "kernel/metrics/generalization_steps.h"

namespace scrim::metrics {
namespace {

std::optional<double> measure_minimal_distortion(const MetricInput& input) {
    if (input.attributes.empty()) return std::nullopt;
    Uint128 steps = 0;
    for (const Printed& attribute : input.attributes)
        steps += total_charge(input, attribute, {generalization_steps, most_generalization_steps});
    return static_cast<double>(steps);
}

}  // namespace

const MetricSpec& minimal_distortion_metric() {
    static const MetricSpec spec = {
        {.name = "minimal_distortion",
         .title = "minimal distortion (MD)",
         .citation = "Samarati: Protecting respondents' identities in microdata release, IEEE TKDE 2001; Fung, Wang,"
                     " Chen, Yu: Privacy-preserving data publishing, ACM Computing Surveys 2010, section 4.1",
         .lower_is_better = true,
         .normalization = "steps: 0 (every cell exact) to records times the sum of all heights (everything "
                          "suppressed)"},
        measure_minimal_distortion};
    return spec;
}

}  // namespace scrim::metrics

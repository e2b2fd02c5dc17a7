// Discernibility (DM): each record is charged the size of its class, a suppressed one the size of
// the original table. A sum, lower is better: n where all n records differ, n squared for one class
// or where all are suppressed. Classes below k are charged like the others.
//
// Skowron, Rauszer 1992; Bayardo, Agrawal, ICDE 2005. Example: two classes of 4 records: 16 + 16 =
// 32.
#include "kernel/core/int128.h"
#include "kernel/metrics/metric.h"

namespace scrim::metrics {
namespace {

std::optional<double> measure_discernibility(const MetricInput& input) {
    if (input.class_sizes.empty() && input.rows > 0) return std::nullopt;
    Uint128 charged = Uint128{input.suppressed()} * input.original_rows;
    for (const std::uint64_t size : input.class_sizes) charged += Uint128{size} * size;
    return static_cast<double>(charged);
}

}  // namespace

const MetricSpec& discernibility_metric() {
    static const MetricSpec spec = {
        {.name = "discernibility",
         .title = "discernibility (DM)",
         .citation = "Skowron, Rauszer: The discernibility matrices and functions in information systems, 1992; "
                     "Bayardo, Agrawal: Data privacy through optimal k-anonymization, ICDE 2005; Fung, Wang, Chen, "
                     "Yu 2010, section 4.1",
         .lower_is_better = true,
         .normalization = "records charged: n (all n records differ) to n squared (one class, or all suppressed)"},
        measure_discernibility,
        /*cell=*/nullptr,
        /*of_target=*/false,
        /*is_loss=*/false,
        /*counts_people=*/false,
        /*of_class_sizes=*/true};
    return spec;
}

}  // namespace scrim::metrics

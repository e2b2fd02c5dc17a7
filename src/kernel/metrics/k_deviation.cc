// k-deviation: by how much each record's class exceeds the k that was asked for, as the mean over
// the released records. Lower is better; 0 means that every class has exactly k.
//
// The paper sums over the tuples; the mean makes tables of different size comparable. Classes below
// k count negatively. Where people are counted, so are they here: k is of people.
//
// Eltabakh and others, International Journal of Data Engineering 2012, section 8.1. Example:
// classes of 4 and of 2 records and k = 2: (4 · 2 + 2 · 0) / 6 = 4/3.
#include "kernel/core/int128.h"
#include "kernel/metrics/metric.h"

namespace scrim::metrics {
namespace {

std::optional<double> measure_k_deviation(const MetricInput& input) {
    if (input.class_sizes.empty() || input.rows == 0) return std::nullopt;
    Int128 excess = 0, members = 0;
    for (const std::uint64_t size : input.sizes()) {
        excess += Int128{size} * (Int128{size} - Int128{input.k});
        members += size;
    }
    return static_cast<double>(excess) / static_cast<double>(members);
}

}  // namespace

const MetricSpec& k_deviation_metric() {
    static const MetricSpec spec = {
        {.name = "k_deviation",
         .title = "k-deviation, mean per record",
         .citation = "Eltabakh, Padma, Silva, He, Aref, Bertino: Query processing with k-anonymity, International "
                     "Journal of Data Engineering 2012, section 8.1",
         .lower_is_better = true,
         .normalization =
             "0 (every class has exactly k) to all released - k (one class); less than 0 where classes are "
             "smaller than k"},
        measure_k_deviation,
        /*cell=*/nullptr,
        /*of_target=*/false,
        /*is_loss=*/false,
        /*counts_people=*/true};
    return spec;
}

}  // namespace scrim::metrics

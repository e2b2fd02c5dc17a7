#include "kernel/metrics/cell_charge.h"

namespace scrim::metrics {

Uint128 total_charge(const MetricInput& input, const MetricAttribute& attribute, const CellCharge& charge) {
    Uint128 sum = Uint128{input.suppressed()} * charge.suppressed(attribute);
    for (std::size_t i = 0; i < attribute.spans.size(); ++i)
        sum += Uint128{attribute.counts[i]} * charge.printed(attribute, attribute.spans[i]);
    return sum;
}

std::optional<double> mean_charge(const MetricInput& input, const CellCharge& charge,
                                  std::uint64_t (*scale)(const MetricAttribute&)) {
    if (input.attributes.empty() || input.records() == 0) return std::nullopt;
    double shares = 0, weights = 0;
    for (const MetricAttribute& attribute : input.attributes) {
        const Uint128 whole = Uint128{input.records()} * scale(attribute);
        shares +=
            attribute.weight * static_cast<double>(total_charge(input, attribute, charge)) / static_cast<double>(whole);
        weights += attribute.weight;
    }
    return shares / weights;
}

}  // namespace scrim::metrics

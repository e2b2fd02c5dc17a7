#include "kernel/metrics/cell_charge.h"

namespace scrim::metrics {

Uint128 total_charge(const MetricInput& input, const Printed& attribute, const CellCharge& charge) {
    Uint128 sum = Uint128{input.suppressed()} * charge.suppressed(attribute.column);
    for (std::size_t i = 0; i < attribute.spans.size(); ++i)
        sum += Uint128{attribute.counts[i]} * charge.printed(attribute.column, attribute.spans[i]);
    return sum;
}

std::optional<double> mean_charge(const MetricInput& input, const CellCharge& charge,
                                  std::uint64_t (*scale)(const hierarchy::Attribute&)) {
    if (input.attributes.empty() || input.records() == 0) return std::nullopt;
    double shares = 0, weights = 0;
    for (const Printed& attribute : input.attributes) {
        const Uint128 whole = Uint128{input.records()} * scale(attribute.column);
        shares += attribute.column.weight * static_cast<double>(total_charge(input, attribute, charge)) /
                  static_cast<double>(whole);
        weights += attribute.column.weight;
    }
    return shares / weights;
}

}  // namespace scrim::metrics

// CellCharge: what the metrics share that charge every cell of the quasi-identifiers by itself.
//
// Charges are whole numbers, so a sum over cells is exact; the mean divides each attribute's sum once, by the scale
// that stands for "everything lost".
#pragma once

#include "kernel/core/int128.h"
#include "kernel/metrics/metric.h"

namespace scrim::metrics {

struct CellCharge {
    std::uint64_t (*printed)(const hierarchy::Attribute&, Span);  // a cell that the release prints as this span
    std::uint64_t (*suppressed)(const hierarchy::Attribute&);     // a cell of a suppressed record
};

// A cell printed as a span of w values: w - 1.
inline std::uint64_t values_added(const hierarchy::Attribute&, Span span) { return span.width() - 1; }

// The sum over all cells of one attribute, printed or suppressed.
Uint128 total_charge(const MetricInput& input, const Printed& attribute, const CellCharge& charge);

// The mean, weighted by attribute, over all cells of charge / scale(attribute); nothing when there is no cell.
std::optional<double> mean_charge(const MetricInput& input, const CellCharge& charge,
                                  std::uint64_t (*scale)(const hierarchy::Attribute&));

}  // namespace scrim::metrics

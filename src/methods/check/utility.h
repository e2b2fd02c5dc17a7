// What the metrics need to know of a release and its original.
#pragma once

#include "kernel/metrics/metric.h"
#include "kernel/subject/subject.h"

namespace scrim::checking {

// `classes` of the release on its quasi-identifiers, by the target attribute or by none. Without `original` (null) only
// metrics that look at classes, or at columns with hierarchies, can be measured.
Result<metrics::MetricInput> utility_of(const models::Classes& classes, std::uint64_t rows, const Table* original,
                                        const hierarchy::Hierarchies& hierarchies, std::uint64_t k);

}  // namespace scrim::checking

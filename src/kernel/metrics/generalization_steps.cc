#include "kernel/metrics/generalization_steps.h"

namespace scrim::metrics {

std::uint64_t generalization_steps(const MetricAttribute& attribute, Span span) {
    if (span.width() == 1) return 0;
    if (attribute.hierarchy == nullptr) return 1;
    return attribute.hierarchy->nodes()[attribute.hierarchy->covering(span)].height;
}

std::uint64_t most_generalization_steps(const MetricAttribute& attribute) {
    return attribute.hierarchy == nullptr ? 1 : attribute.hierarchy->height();
}

}  // namespace scrim::metrics

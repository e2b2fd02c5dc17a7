#include "kernel/metrics/generalization_steps.h"

namespace scrim::metrics {

std::uint64_t generalization_steps(const hierarchy::Attribute& attribute, Span span) {
    if (span.width() == 1) return 0;
    return attribute.hierarchy->nodes()[attribute.hierarchy->covering(span)].height;
}

std::uint64_t most_generalization_steps(const hierarchy::Attribute& attribute) { return attribute.hierarchy->height(); }

}  // namespace scrim::metrics

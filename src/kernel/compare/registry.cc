#include "kernel/compare/comparison.h"
#include "kernel/metrics/metric.h"

namespace scrim::compare {

#define SCRIM_COMPARISON(name) const ComparisonSpec& name##_comparison();
#include "kernel/compare/comparisons.def"
#undef SCRIM_COMPARISON

const std::vector<const ComparisonSpec*>& comparisons() {
    static const std::vector<const ComparisonSpec*> all = {
#define SCRIM_COMPARISON(name) &name##_comparison(),
#include "kernel/compare/comparisons.def"
#undef SCRIM_COMPARISON
    };
    return all;
}

const ComparisonSpec* find_comparison(std::string_view name) {
    for (const ComparisonSpec* comparison : comparisons())
        if (comparison->name == name) return comparison;
    return nullptr;
}

}  // namespace scrim::compare

namespace scrim {

std::vector<const MetricInfo*> list_metrics() {
    std::vector<const MetricInfo*> all(metrics::metrics().begin(), metrics::metrics().end());
    all.insert(all.end(), compare::comparisons().begin(), compare::comparisons().end());
    return all;
}

}  // namespace scrim

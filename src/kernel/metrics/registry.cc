#include "kernel/metrics/metric.h"

#include <algorithm>

namespace scrim::metrics {

#define SCRIM_METRIC(name) const MetricSpec& name##_metric();
#include "kernel/metrics/metrics.def"
#undef SCRIM_METRIC

const std::vector<const MetricSpec*>& metrics() {
    static const std::vector<const MetricSpec*> all = {
#define SCRIM_METRIC(name) &name##_metric(),
#include "kernel/metrics/metrics.def"
#undef SCRIM_METRIC
    };
    return all;
}

const MetricSpec* find_metric(std::string_view name) {
    for (const MetricSpec* metric : metrics())
        if (metric->name == name) return metric;
    return nullptr;
}

const MetricSpec& find_metric(bool MetricSpec::*trait) {
    return **std::find_if(metrics().begin(), metrics().end(), [&](const MetricSpec* metric) { return metric->*trait; });
}

}  // namespace scrim::metrics

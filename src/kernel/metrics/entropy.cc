// Non-uniform entropy: a cell printed as span g costs the entropy, in bits, of the original values
// that lie in g. The metric is the sum over all cells over what suppressing everything would cost.
// Lower is better: 0 means that every cell is exact, 1 that everything is suppressed.
//
// It is the share of the information about the cells that the release lost: exact for global
// recoding (every original value in g is printed as g). Under local recoding or record suppression
// it is an estimate that takes the cells printed as g to be distributed like the original values in
// g; it may then exceed 1, or fall when a span widens.
//
// De Waal, Willenborg, Netherlands Official Statistics 1999; Gionis, Tassa, TKDE 2009. Example: of
// the values 1, 2, 3, 4, once each, all printed as [1, 2] or [3, 4]: 1 bit of 2 is lost, 1/2.
#include "kernel/metrics/metric.h"

#include <algorithm>
#include <cmath>

namespace scrim::metrics {
namespace {

// The entropy of a histogram restricted to any span: log2 n - (sum of c log2 c) / n, with running sums of c log2 c.
class SpanEntropy {
public:
    explicit SpanEntropy(const ValueHistogram& histogram) : histogram_(histogram), below_{0} {
        for (Code code = 0; code < histogram.size(); ++code) {
            const auto count = static_cast<long double>(histogram[code]);
            below_.push_back(below_.back() + (count > 0 ? count * std::log2(count) : 0));
        }
    }

    long double of(Span span) const {
        const auto count = static_cast<long double>(histogram_.count(span));
        if (span.width() == 1 || count == 0) return 0;
        return std::max(0.0L, std::log2(count) - (below_[span.hi] - below_[span.lo]) / count);
    }

private:
    const ValueHistogram& histogram_;
    std::vector<long double> below_;
};

std::optional<double> measure_entropy(const MetricInput& input) {
    if (input.attributes.empty() || input.records() == 0) return std::nullopt;
    long double lost = 0;
    long double most = 0;
    for (const Printed& attribute : input.attributes) {
        if (!attribute.original) return std::nullopt;
        const SpanEntropy entropy(*attribute.original);
        const long double whole = entropy.of(attribute.column.domain().whole());
        for (std::size_t i = 0; i < attribute.spans.size(); ++i)
            lost += static_cast<long double>(attribute.counts[i]) * entropy.of(attribute.spans[i]);
        lost += static_cast<long double>(input.suppressed()) * whole;
        most += static_cast<long double>(input.records()) * whole;
    }
    if (most == 0) return 0;  // no attribute told records apart
    return static_cast<double>(lost / most);
}

}  // namespace

const MetricSpec& entropy_metric() {
    static const MetricSpec spec = {
        {.name = "entropy",
         .title = "non-uniform entropy",
         .citation = "De Waal, Willenborg: Information loss through global recoding and local suppression, "
                     "Netherlands Official Statistics 1999; Gionis, Tassa: k-anonymization with minimal loss of "
                     "information, IEEE TKDE 2009",
         .lower_is_better = true,
         .normalization = "0 (every cell exact) to 1 (everything suppressed); exact for global recoding, else an "
                          "estimate"},
        measure_entropy};
    return spec;
}

}  // namespace scrim::metrics

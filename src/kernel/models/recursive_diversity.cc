#include "kernel/models/recursive_diversity.h"

#include "kernel/models/evenness.h"

#include <algorithm>

namespace scrim::models {
namespace {

// Records that hold none of the `n` most frequent values; n < values.
std::uint64_t records_beyond(const ClassView& view, std::size_t n) {
    if (n == 0) return view.size;
    if (n == 1) return view.size - view.largest();
    thread_local std::vector<std::uint32_t> counts;  // kept per thread, because classes are many and small
    counts.clear();
    for (const ValueCount& bar : view.values) counts.push_back(bar.count);
    std::nth_element(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(n), counts.end(), std::greater<>());
    std::uint64_t sum = 0;
    for (std::size_t i = n; i < counts.size(); ++i) sum += counts[i];
    return sum;
}

}  // namespace

RecursiveDiversity::RecursiveDiversity(const ModelInfo& info, Arguments given)
    : Model(info, std::move(given)), l_(arguments().whole("l").value()) {}

Levels RecursiveDiversity::measure(const ClassView& view) const {
    if (view.values.size() < l_) return {Ratio::infinity()};
    return {Ratio(view.largest(), records_beyond(view, l_ - 1))};
}

std::uint64_t RecursiveDiversity::least_lost(const ClassView& view) const {
    return least_uneven(view, [&](const ClassView& lower) { return decide(lower) != Verdict::fails; });
}

std::optional<BeliefBound> RecursiveDiversity::belief_bound() const {
    const auto c = arguments().ratio("c");
    if (!c || c->infinite() || l_ < 2) return std::nullopt;
    return BeliefBound{.most = Ratio(c->numerator(), c->numerator() + c->denominator()), .pruned = l_ - 2};
}

}  // namespace scrim::models

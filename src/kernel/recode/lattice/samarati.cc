#include "kernel/recode/lattice/strategies.h"

#include "kernel/core/text.h"

namespace scrim::recode::lattice {
namespace {

// Calls f(node) for every node of a height.
template <class F>
void for_height(const Lattice& lattice, std::uint32_t height, F f) {
    Node node(lattice.dimensions(), 0);
    const auto extend = [&](auto& self, std::size_t a, std::uint32_t left) -> void {
        if (a == node.size()) {
            if (left == 0) f(node);
            return;
        }
        for (node[a] = 0; node[a] <= std::min(lattice.top(a), left); ++node[a]) self(self, a + 1, left - node[a]);
        node[a] = 0;
    };
    extend(extend, 0, height);
}

}  // namespace

Result<Found> samarati(const Problem& problem, const Lattice& lattice, Progress& progress) {
    const NodeJudge judge(problem, problem.suppression_limit);
    Found found;
    const auto any_holds = [&](std::uint32_t height) {
        bool holds = false;
        for_height(lattice, height, [&](const Node& node) {
            if (holds || progress.cancelled()) return;
            ++found.examined;
            holds = judge.release(node).has_value();
        });
        return holds;
    };
    std::uint32_t low = 0, high = lattice.height();
    if (!failing_rules_out(problem))  // a height may have what a greater one lacks: one after the other
        while (low < high && !progress.cancelled() && !any_holds(low)) ++low;
    while (failing_rules_out(problem) && low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (any_holds(middle))
            high = middle;
        else
            low = middle + 1;
    }
    std::optional<NodeValue> best;
    for_height(lattice, low, [&](const Node& node) {
        if (progress.cancelled()) return;
        ++found.examined;
        const auto value = judge.value(node, best ? best->loss : NodeJudge::infinite_loss);
        if (!value || (best && !(*value < *best))) return;
        best = value;
        found.node = node;
        found.loss = value->loss;
    });
    if (progress.cancelled()) return cancelled_error();
    found.unsearched = judge.unsearched();
    return found;
}

}  // namespace scrim::recode::lattice

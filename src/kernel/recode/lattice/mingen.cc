#include "kernel/recode/lattice/strategies.h"

namespace scrim::recode::lattice {
namespace {

// Looks at the nodes from the most general one down; `skip_failing` leaves out nodes below one that fails.
Result<Found> look_at_all(const Problem& problem, const Lattice& lattice, bool skip_failing, Progress& progress) {
    const NodeJudge judge(problem, problem.suppression_limit);
    std::vector<char> failing(skip_failing ? lattice.size() : 0, 0);
    Found found;
    std::optional<NodeValue> best;
    for (std::uint64_t number = lattice.size(); number-- > 0;) {
        if (progress.cancelled()) return cancelled_error();
        const Node node = lattice.node(number);
        const auto fails_above = [&] {
            for (std::size_t a = 0; a < node.size(); ++a) {
                if (node[a] == lattice.top(a)) continue;
                Node above = node;
                ++above[a];
                if (failing[lattice.number(above)]) return true;
            }
            return false;
        };
        if (skip_failing && fails_above()) {
            failing[number] = 1;
            continue;
        }
        ++found.examined;
        const auto value = judge.value(node, best ? best->loss : NodeJudge::infinite_loss);
        progress.advance(1);
        if (!value) {
            if (skip_failing) failing[number] = 1;
            continue;
        }
        // Of equals the more specific one, which comes later.
        if (!best || !(*best < *value)) {
            best = value;
            found.node = node;
            found.loss = value->loss;
        }
    }
    found.unsearched = judge.unsearched();
    return found;
}

}  // namespace

Result<Found> mingen(const Problem& problem, const Lattice& lattice, Progress& progress) {
    return look_at_all(problem, lattice, false, progress);
}

Result<Found> tagged_search(const Problem& problem, const Lattice& lattice, Progress& progress) {
    return look_at_all(problem, lattice, failing_rules_out(problem), progress);
}

}  // namespace scrim::recode::lattice

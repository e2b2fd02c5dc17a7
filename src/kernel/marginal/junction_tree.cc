#include "kernel/marginal/junction_tree.h"

#include <algorithm>
#include <limits>

namespace scrim::marginal {
namespace {

// The cliques of the graph in which the variables of each set are neighbors, once it has been filled in.
std::vector<Variables> cliques_of(const std::vector<Variables>& sets, const Sizes& sizes) {
    const std::size_t n = sizes.size();
    std::vector<std::vector<bool>> joined(n, std::vector<bool>(n, false));
    for (const Variables& set : sets)
        for (const Variable a : set)
            for (const Variable b : set) joined[a][b] = a != b;
    std::vector<bool> gone(n, false);
    std::vector<Variables> found;
    for (std::size_t step = 0; step < n; ++step) {
        Variables best;
        Variable eliminated = 0;
        std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
        for (Variable v = 0; v < n; ++v) {
            if (gone[v]) continue;
            Variables near;
            for (Variable w = 0; w < n; ++w)
                if (w == v || (!gone[w] && joined[v][w])) near.push_back(w);
            const std::uint64_t cells = cells_of(near, sizes);
            if (!best.empty() && cells >= least) continue;
            best = std::move(near);
            least = cells;
            eliminated = v;
        }
        for (const Variable a : best)
            for (const Variable b : best) joined[a][b] = a != b;
        gone[eliminated] = true;
        const bool within = std::any_of(found.begin(), found.end(),
                                        [&](const Variables& clique) { return contains_all(clique, best); });
        if (!within) found.push_back(std::move(best));
    }
    return found;
}

}  // namespace

JunctionTree::JunctionTree(const std::vector<Variables>& sets, const Sizes& sizes) {
    std::vector<Variables> left = cliques_of(sets, sizes);
    if (left.empty()) return;
    cliques.push_back({std::move(left.front()), 0, {}});
    left.erase(left.begin());
    // A maximum spanning tree by the number of shared variables is a junction tree.
    while (!left.empty()) {
        std::size_t next = 0, parent = 0;
        Variables shared;
        bool any = false;
        for (std::size_t i = 0; i < left.size(); ++i)
            for (std::size_t p = 0; p < cliques.size(); ++p) {
                Variables both = common(left[i], cliques[p].variables);
                if (any && both.size() <= shared.size()) continue;
                any = true;
                next = i;
                parent = p;
                shared = std::move(both);
            }
        cliques.push_back({std::move(left[next]), parent, std::move(shared)});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
    }
}

std::uint64_t JunctionTree::cells(const Sizes& sizes) const {
    std::uint64_t all = 0;
    for (const Clique& clique : cliques)
        if (__builtin_add_overflow(all, cells_of(clique.variables, sizes), &all))
            return std::numeric_limits<std::uint64_t>::max();
    return all;
}

std::size_t JunctionTree::holding(const Variables& some, const Sizes& sizes) const {
    std::size_t best = cliques.size();
    for (std::size_t c = 0; c < cliques.size(); ++c)
        if (contains_all(cliques[c].variables, some) &&
            (best == cliques.size() ||
             cells_of(cliques[c].variables, sizes) < cells_of(cliques[best].variables, sizes)))
            best = c;
    return best;
}

}  // namespace scrim::marginal

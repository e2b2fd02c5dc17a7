#include "kernel/recode/subtree/generalizer.h"

#include <algorithm>

namespace scrim::recode::subtree {

Generalizer::Generalizer(const Problem& problem, const std::vector<AskedColumns>& asked, bool information)
    : problem_(problem), worth_(problem, std::vector<char>(problem.tuples->size(), 1), information) {
    for (const AskedColumns& set : asked) classes_.emplace_back(problem, set);
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        cuts_.push_back(cut_at_level(problem.quasi_identifiers[a], 0));
        sets_of_.emplace_back();
        for (std::size_t s = 0; s < asked.size(); ++s)
            if (asked[s].contains(a)) sets_of_[a].push_back(s);
        trees_.emplace_back();
        plant(a);
    }
}

void Generalizer::plant(std::size_t attribute) {
    const hierarchy::Hierarchy& hierarchy = *problem_.quasi_identifiers[attribute].hierarchy;
    const auto nodes = hierarchy.nodes();
    Tree& tree = trees_[attribute];
    tree.children.resize(nodes.size());
    tree.waits_for.assign(nodes.size(), 0);
    for (hierarchy::Hierarchy::NodeId id = 1; id < nodes.size(); ++id) {
        const Span above = nodes[nodes[id].parent].span;
        if (above == nodes[id].span) continue;
        const hierarchy::Hierarchy::NodeId parent = hierarchy.covering(above);
        tree.children[parent].push_back(nodes[id].span);
        if (nodes[id].span.width() > 1) ++tree.waits_for[parent];
    }
    for (auto& children : tree.children) std::sort(children.begin(), children.end());
    for (hierarchy::Hierarchy::NodeId id = 0; id < nodes.size(); ++id)
        if (!tree.children[id].empty() && tree.waits_for[id] == 0) offer(attribute, id);
}

// All children of the node are printed.
void Generalizer::offer(std::size_t attribute, hierarchy::Hierarchy::NodeId node) {
    const hierarchy::Attribute& known = problem_.quasi_identifiers[attribute];
    const hierarchy::Hierarchy& hierarchy = *known.hierarchy;
    if (hierarchy.nodes()[node].depth + known.max_level < hierarchy.height()) return;
    Candidate candidate{attribute, node, {}};
    candidate.loss = worth_.of(attribute, whole(candidate), parts(candidate));
    candidates_.push_back(candidate);
}

bool Generalizer::holds() const {
    return std::all_of(classes_.begin(), classes_.end(), [](const MergedClasses& set) { return set.holds(); });
}

std::uint64_t Generalizer::failing_records() const {
    std::uint64_t most = 0;
    for (const MergedClasses& set : classes_) most = std::max(most, set.failing_records());
    return most;
}

// By how much the smallest class grows, on average over the sets that fail; less than 0 when the step is about none.
double Generalizer::anonymity_gained(const Candidate& candidate) {
    double gained = 0;
    std::size_t sets = 0;
    for (const std::size_t s : sets_of_[candidate.attribute]) {
        if (classes_[s].holds()) continue;
        const std::uint64_t after = classes_[s].smallest_after(candidate.attribute, whole(candidate), parts(candidate));
        gained += static_cast<double>(after - classes_[s].smallest());
        ++sets;
    }
    return sets == 0 ? -1 : gained / static_cast<double>(sets);
}

bool Generalizer::touches_failing(const Candidate& candidate) const {
    const auto& sets = sets_of_[candidate.attribute];
    return std::any_of(sets.begin(), sets.end(), [&](std::size_t s) {
        return !classes_[s].holds() && classes_[s].fails_at(candidate.attribute, parts(candidate));
    });
}

bool Generalizer::step() {
    std::size_t best = candidates_.size();
    int best_rank = 0;
    Gain least;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const double gained = anonymity_gained(candidates_[i]);
        if (gained < 0) continue;
        const int rank = gained > 0 ? 3 : touches_failing(candidates_[i]) ? 2 : 1;
        const Gain loss{candidates_[i].loss.first / (gained + 1), candidates_[i].loss.second / (gained + 1)};
        if (rank < best_rank || (rank == best_rank && !(loss < least))) continue;
        best = i;
        best_rank = rank;
        least = loss;
    }
    if (best == candidates_.size()) return false;
    const Candidate chosen = candidates_[best];
    candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(best));
    const Span span = whole(chosen);
    for (const std::size_t s : sets_of_[chosen.attribute])
        classes_[s].generalize(chosen.attribute, span, parts(chosen));
    std::fill(cuts_[chosen.attribute].begin() + span.lo, cuts_[chosen.attribute].begin() + span.hi, span);
    const hierarchy::Hierarchy& hierarchy = *problem_.quasi_identifiers[chosen.attribute].hierarchy;
    hierarchy::Hierarchy::NodeId above = hierarchy.nodes()[chosen.node].parent;
    while (above != hierarchy::Hierarchy::none && hierarchy.nodes()[above].span == span)
        above = hierarchy.nodes()[above].parent;
    if (above == hierarchy::Hierarchy::none) return true;
    above = hierarchy.covering(hierarchy.nodes()[above].span);
    if (--trees_[chosen.attribute].waits_for[above] == 0) offer(chosen.attribute, above);
    return true;
}

}  // namespace scrim::recode::subtree

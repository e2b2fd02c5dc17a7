// The best full-domain generalization, slowly and obviously: every node of the lattice, every set of its classes.
//
// A set of classes is a release when each of them holds against what is released, and when at most the allowed records
// are left out. Only sets to which no class can be added count: nothing is left out without need.
#pragma once

#include "kernel/recode/lattice/lattice.h"
#include "kernel/recode/suppression.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

namespace scrim::testing {

struct NodeBest {
    recode::lattice::Node levels;
    std::uint32_t height = 0;
    double loss = 0;  // turned so that less is better
};

inline recode::Recoding classes_of(const recode::Problem& problem, const recode::lattice::Node& levels) {
    std::map<std::vector<Span>, std::vector<recode::Member>> classes;
    for (std::uint32_t t = 0; t < problem.tuples->size(); ++t) {
        std::vector<Span> box;
        for (std::size_t a = 0; a < levels.size(); ++a)
            box.push_back(problem.quasi_identifiers[a].hierarchy->at_level(problem.column(a)[t], levels[a]).span);
        classes[box].push_back({t, problem.tuples->weights[t]});
    }
    recode::Recoding recoding(problem.dimensions());
    for (const auto& [box, members] : classes) recoding.add(box, members);
    return recoding;
}

// Each class of the set holds; classes left out are there no more, but their people are (of no records).
inline bool holds_together(const recode::Problem& problem, const recode::Recoding& all, std::uint32_t set) {
    recode::Demands::Scratch scratch;
    std::vector<recode::Member> kept;
    for (std::size_t c = 0; c < all.size(); ++c)
        if (set >> c & 1) kept.insert(kept.end(), all.members(c).begin(), all.members(c).end());
    const recode::Demands demands = problem.demands.against(kept);
    for (std::size_t c = 0; c < all.size(); ++c) {
        std::vector<recode::Member> members(all.members(c).begin(), all.members(c).end());
        if (!(set >> c & 1)) {
            if (!problem.demands.needs_population()) continue;
            for (recode::Member& member : members) member.records = 0;
        }
        if (!demands.holds(members, scratch)) return false;
    }
    return true;
}

// Every node that has a release within the limit, with the best of its releases.
inline std::vector<NodeBest> every_node(const recode::Problem& problem) {
    std::vector<NodeBest> found;
    const recode::lattice::Lattice lattice(problem);
    for (std::uint64_t number = 0; number < lattice.size(); ++number) {
        const recode::lattice::Node levels = lattice.node(number);
        const recode::Recoding all = classes_of(problem, levels);
        std::vector<std::uint32_t> releases;
        for (std::uint32_t set = 1; set < std::uint32_t{1} << all.size(); ++set) {
            std::uint64_t records = 0;
            for (std::size_t c = 0; c < all.size(); ++c)
                if (set >> c & 1) records += all.records(c);
            if (records > 0 && problem.records() - records <= problem.suppression_limit &&
                holds_together(problem, all, set))
                releases.push_back(set);
        }
        std::optional<double> best;
        for (const std::uint32_t set : releases) {
            const auto more = [set](std::uint32_t other) { return other != set && (other & set) == set; };
            if (std::any_of(releases.begin(), releases.end(), more)) continue;
            recode::Recoding kept = all;
            std::vector<char> is_kept;
            for (std::size_t c = 0; c < all.size(); ++c) is_kept.push_back(set >> c & 1);
            kept.keep(is_kept);
            const double loss = *recode::loss_of(problem, kept) * (problem.metric->lower_is_better ? 1 : -1);
            if (!best || loss < *best) best = loss;
        }
        if (best) found.push_back({levels, std::accumulate(levels.begin(), levels.end(), 0u), *best});
    }
    return found;
}

}  // namespace scrim::testing

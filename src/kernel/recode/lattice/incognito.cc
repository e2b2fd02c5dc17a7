#include "kernel/recode/lattice/strategies.h"

#include "kernel/core/text.h"
#include "kernel/recode/suppression.h"

#include <set>

namespace scrim::recode::lattice {
namespace {

// Nodes over a subset of the attributes, in their order.
struct Candidate {
    std::vector<std::size_t> attributes;
    Node levels;
    friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

// All the records of classes on the candidate's attributes that fail; is that within the limit?
bool feasible(const Problem& problem, const Candidate& candidate) {
    std::vector<Cut> cuts(problem.dimensions());
    for (std::size_t a = 0; a < cuts.size(); ++a)  // the other attributes do not tell records apart
        cuts[a] = Cut(problem.quasi_identifiers[a].domain().size(), problem.quasi_identifiers[a].domain().whole());
    for (std::size_t i = 0; i < candidate.attributes.size(); ++i)
        cuts[candidate.attributes[i]] =
            cut_at_level(problem.quasi_identifiers[candidate.attributes[i]], candidate.levels[i]);
    const Recoding classes = recoding_of(problem, cuts);
    Demands::Scratch scratch;
    std::uint64_t failing = 0;
    for (std::size_t c = 0; c < classes.size(); ++c)
        if (!problem.demands.holds(classes.members(c), scratch)) failing += classes.records(c);
    return failing <= problem.suppression_limit;
}

// Every projection of the candidate on one attribute less is feasible.
bool survives(const Candidate& candidate, const std::set<Candidate>& feasible_before) {
    if (candidate.attributes.size() == 1) return true;
    for (std::size_t i = 0; i < candidate.attributes.size(); ++i) {
        Candidate smaller = candidate;
        smaller.attributes.erase(smaller.attributes.begin() + static_cast<std::ptrdiff_t>(i));
        smaller.levels.erase(smaller.levels.begin() + static_cast<std::ptrdiff_t>(i));
        if (!feasible_before.contains(smaller)) return false;
    }
    return true;
}

// A node one step below is known to be feasible; then so is this one (generalization property).
bool implied(const Candidate& candidate, const std::set<Candidate>& known) {
    for (std::size_t i = 0; i < candidate.levels.size(); ++i) {
        if (candidate.levels[i] == 0) continue;
        Candidate below = candidate;
        --below.levels[i];
        if (known.contains(below)) return true;
    }
    return false;
}

std::vector<std::string> not_upward_closed(const Demands& demands) {
    std::vector<std::string> names;
    for (const auto& model : demands.models())
        if (!model->info().traits.upward_closed) names.push_back(model->info().name);
    return names;
}

}  // namespace

Result<Found> incognito(const Problem& problem, const Lattice& lattice, Progress& progress) {
    if (!problem.demands.monotone() || !problem.demands.per_class())
        return input_error(
            "strategy incognito needs monotone models on the whole quasi-identifier: it rules nodes out by "
            "looking at fewer attributes; use the strategy bound");
    if (!failing_rules_out(problem))
        return input_error(format(
            "strategy incognito cannot serve {} with suppression: a part of a class that fails may hold, so looking at "
            "fewer attributes rules nothing out; use the strategy bound, or suppress nothing",
            join(not_upward_closed(problem.demands), ", ")));
    Found found;
    std::set<Candidate> before;
    const std::size_t d = lattice.dimensions();
    for (std::size_t size = 1; size <= d; ++size) {
        std::set<Candidate> now;
        // Subsets as bit masks, nodes of each from the bottom up.
        for (std::uint64_t subset = 0; subset < std::uint64_t{1} << d; ++subset) {
            if (static_cast<std::size_t>(__builtin_popcountll(subset)) != size) continue;
            Candidate candidate;
            for (std::size_t a = 0; a < d; ++a)
                if (subset >> a & 1) candidate.attributes.push_back(a);
            candidate.levels.assign(size, 0);
            for (;;) {
                if (progress.cancelled()) return cancelled_error();
                if (survives(candidate, before)) {
                    bool holds = implied(candidate, now);
                    if (!holds) {
                        ++found.examined;
                        holds = feasible(problem, candidate);
                    }
                    if (holds) now.insert(candidate);
                }
                std::size_t i = size;
                while (i > 0 && candidate.levels[i - 1] == lattice.top(candidate.attributes[i - 1]))
                    candidate.levels[--i] = 0;
                if (i == 0) break;
                ++candidate.levels[i - 1];
            }
        }
        before = std::move(now);
    }
    const NodeJudge judge(problem, problem.suppression_limit);
    std::optional<NodeValue> best;
    for (const Candidate& candidate : before) {
        if (progress.cancelled()) return cancelled_error();
        const auto value = judge.value(candidate.levels);
        if (!value || (best && !(*value < *best))) continue;
        best = value;
        found.node = candidate.levels;
        found.loss = value->loss;
    }
    return found;
}

}  // namespace scrim::recode::lattice

#include "kernel/recode/subtree/specializer.h"

#include "kernel/recode/subtree/igpl.h"

#include <algorithm>

namespace scrim::recode::subtree {
namespace {

// The spans of the children of each node of a hierarchy, from left to right.
std::vector<std::vector<Span>> children_of(const hierarchy::Hierarchy& hierarchy) {
    std::vector<std::vector<Span>> children(hierarchy.nodes().size());
    for (const hierarchy::Hierarchy::Node& node : hierarchy.nodes())
        if (node.parent != hierarchy::Hierarchy::none) children[node.parent].push_back(node.span);
    for (auto& spans : children) std::sort(spans.begin(), spans.end());
    return children;
}

std::vector<Span> values_of(const Cut& cut) {
    std::vector<Span> spans;
    for (Code value = 0; value < cut.size(); value = cut[value].hi) spans.push_back(cut[value]);
    return spans;
}

}  // namespace

Specializer::Specializer(const Problem& problem, const std::vector<AskedColumns>& asked, std::vector<Cut> cuts,
                         const std::vector<char>& kept, Options options)
    : problem_(problem), options_(options), worth_(problem, kept, options.information), cuts_(std::move(cuts)) {
    for (const AskedColumns& set : asked) classes_.emplace_back(problem, set, kept, cuts_);
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        sets_of_.emplace_back();
        for (std::size_t s = 0; s < asked.size(); ++s)
            if (asked[s].contains(a)) sets_of_[a].push_back(s);
        // What nobody asks about is printed as it is.
        if (sets_of_[a].empty()) cuts_[a] = cut_at_level(problem.quasi_identifiers[a], 0);
        children_.push_back(children_of(*problem.quasi_identifiers[a].hierarchy));
        candidate_of_.emplace_back(cuts_[a].size(), none);
        parts_.emplace_back(cuts_[a].size(), 0);
        add_values(a, values_of(cuts_[a]));
        for (const std::size_t s : sets_of_[a])
            for (std::uint32_t leaf = 0; leaf < classes_[s].size(); ++leaf) list_leaf(s, leaf, a);
    }
    for (Id id = 0; id < candidates_.size(); ++id) plan(id);
}

bool Specializer::grows_intervals(std::size_t attribute) const {
    const hierarchy::Attribute& known = problem_.quasi_identifiers[attribute];
    return options_.intervals && known.free_intervals() && !known.from_file;
}

Specializer::Id Specializer::candidate_at(std::size_t set, std::uint32_t leaf, std::size_t attribute) const {
    return candidate_of_[attribute][problem_.column(attribute)[classes_[set].tuple(leaf)]];
}

// The attribute prints these from now on.
void Specializer::add_values(std::size_t attribute, std::span<const Span> spans) {
    for (const Span span : spans) {
        const bool narrower = span.width() > 1;
        std::fill(cuts_[attribute].begin() + span.lo, cuts_[attribute].begin() + span.hi, span);
        std::fill(candidate_of_[attribute].begin() + span.lo, candidate_of_[attribute].begin() + span.hi,
                  narrower ? static_cast<Id>(candidates_.size()) : none);
        if (!narrower) continue;
        live_.push_back(static_cast<Id>(candidates_.size()));
        Candidate& candidate = candidates_.emplace_back();
        candidate.attribute = attribute;
        candidate.span = span;
        candidate.smallest.resize(classes_.size());
        candidate.leaves.resize(classes_.size());
    }
}

void Specializer::list_leaf(std::size_t set, std::uint32_t leaf, std::size_t attribute) {
    const Id id = candidate_at(set, leaf, attribute);
    if (id != none && candidates_[id].live) candidates_[id].leaves[set].push_back(leaf);
}

// Finds the ways to specialize a candidate whose leaves are known.
void Specializer::plan(Id id) {
    Candidate& candidate = candidates_[id];
    const hierarchy::Attribute& attribute = problem_.quasi_identifiers[candidate.attribute];
    const Span span = candidate.span;
    const Domain& domain = attribute.domain();
    if (!grows_intervals(candidate.attribute)) {
        candidate.parts = children_[candidate.attribute][attribute.hierarchy->covering(span)];
        candidate.gain = worth_.of(candidate.attribute, span, candidate.parts);
        for (std::uint32_t i = 0; i < candidate.parts.size(); ++i)
            for (Code value = candidate.parts[i].lo; value < candidate.parts[i].hi; ++value)
                parts_[candidate.attribute][value] = i;
        if (!large_enough(id)) next_way(id);
        return;
    }
    const std::vector<Gain> gains = worth_.of_cuts(candidate.attribute, span);
    // NULL is no number: it leaves an interval first.
    const bool with_null = domain.has_null() && span.hi == domain.size();
    for (Code cut = with_null ? domain.null_code() : span.lo + 1; cut < span.hi; ++cut)
        candidate.cuts.emplace_back(gains[cut - span.lo - 1], cut);
    std::sort(candidate.cuts.begin(), candidate.cuts.end());
    next_way(id);
}

// Goes on to the best way left whose classes are not too small.
void Specializer::next_way(Id id) {
    Candidate& candidate = candidates_[id];
    const Span span = candidate.span;
    while (!candidate.cuts.empty()) {
        const auto [gain, cut] = candidate.cuts.back();
        candidate.cuts.pop_back();
        candidate.gain = gain;
        candidate.parts = {{span.lo, cut}, {cut, span.hi}};
        Parts& parts = parts_[candidate.attribute];
        std::fill(parts.begin() + span.lo, parts.begin() + cut, 0u);
        std::fill(parts.begin() + cut, parts.begin() + span.hi, 1u);
        if (large_enough(id)) return;
    }
    candidate.live = false;
    candidate.leaves.clear();
}

// passes(leaf) for all leaves of the set that print the candidate, the one that failed last first.
template <class F>
bool Specializer::all_leaves(Id id, std::size_t set, F passes) {
    Candidate& candidate = candidates_[id];
    const std::uint32_t last = candidate.breaks.second;
    if (candidate.breaks.first == set && last < classes_[set].size() &&
        candidate_at(set, last, candidate.attribute) == id && !passes(last))
        return false;
    for (const std::uint32_t leaf : candidate.leaves[set])
        if (!passes(leaf)) {
            candidate.breaks = {set, leaf};
            return false;
        }
    return true;
}

// Measures the classes that the candidate's way would make; false when one is too small to hold.
bool Specializer::large_enough(Id id) {
    Candidate& candidate = candidates_[id];
    for (const std::size_t s : sets_of_[candidate.attribute]) {
        const std::uint64_t least = classes_[s].asked().least_records();
        std::uint64_t smallest = UINT64_MAX;
        const bool large = all_leaves(id, s, [&](std::uint32_t leaf) {
            smallest =
                std::min(smallest, classes_[s].smallest_part(leaf, candidate.attribute, parts_[candidate.attribute]));
            return smallest >= least;
        });
        if (!large) return false;
        candidate.smallest[s] = smallest;
    }
    return true;
}

bool Specializer::holds(Id id) {
    const std::size_t a = candidates_[id].attribute;
    return std::all_of(sets_of_[a].begin(), sets_of_[a].end(), [&](std::size_t s) {
        return classes_[s].asked().counts_only() ||
               all_leaves(id, s, [&](std::uint32_t leaf) { return classes_[s].parts_hold(leaf, a, parts_[a]); });
    });
}

Gain Specializer::score(const Candidate& candidate) const {
    return igpl(candidate.gain, sets_of_[candidate.attribute], classes_, candidate.smallest);
}

Specializer::Id Specializer::best() {
    std::erase_if(live_, [&](Id id) { return !candidates_[id].live; });
    Id best = none;
    Gain most;
    for (const Id id : live_) {
        const Gain gain = score(candidates_[id]);
        if (best != none && !(gain > most)) continue;
        best = id;
        most = gain;
    }
    return best;
}

// A leaf has become smaller, or is fresh, by specializing one attribute: what does that mean for the others?
void Specializer::look_again(std::size_t set, std::uint32_t leaf, bool fresh, std::size_t specialized) {
    for (const std::size_t a : classes_[set].asked().columns()) {
        if (a == specialized || a >= problem_.dimensions()) continue;
        const Id id = candidate_at(set, leaf, a);
        if (id == none || !candidates_[id].live) continue;
        Candidate& candidate = candidates_[id];
        if (fresh) candidate.leaves[set].push_back(leaf);
        if (candidate.broken) continue;
        const std::uint64_t part = classes_[set].smallest_part(leaf, a, parts_[a]);
        candidate.smallest[set] = std::min(candidate.smallest[set], part);
        if (part >= classes_[set].asked().least_records()) continue;
        candidate.broken = true;
        candidate.breaks = {set, leaf};
        broken_.push_back(id);
    }
}

void Specializer::perform(Id id) {
    const Candidate done = std::move(candidates_[id]);
    candidates_[id] = {};
    candidates_[id].live = false;
    const std::size_t a = done.attribute;
    const auto first = static_cast<Id>(candidates_.size());
    std::vector<std::uint32_t> sizes;
    std::vector<std::vector<char>> divided;
    for (const std::size_t s : sets_of_[a]) {
        sizes.push_back(classes_[s].size());
        divided.emplace_back();
        for (const std::uint32_t leaf : done.leaves[s])
            divided.back().push_back(classes_[s].split(leaf, a, parts_[a]) > 0);
    }
    add_values(a, done.parts);
    for (std::size_t i = 0; i < sets_of_[a].size(); ++i) {
        const std::size_t s = sets_of_[a][i];
        for (std::size_t l = 0; l < done.leaves[s].size(); ++l) {
            list_leaf(s, done.leaves[s][l], a);
            if (divided[i][l]) look_again(s, done.leaves[s][l], false, a);
        }
        for (std::uint32_t leaf = sizes[i]; leaf < classes_[s].size(); ++leaf) {
            list_leaf(s, leaf, a);
            look_again(s, leaf, true, a);
        }
    }
    for (const Id broken : broken_) {
        candidates_[broken].broken = false;
        next_way(broken);
    }
    broken_.clear();
    for (Id made = first; made < candidates_.size(); ++made) plan(made);
    ++steps_;
}

Result<void> Specializer::run(Progress& progress) {
    for (Id id = best(); id != none; id = best()) {
        if (progress.cancelled()) return cancelled_error();
        if (!holds(id)) {
            next_way(id);
            continue;
        }
        perform(id);
        progress.advance(1);
    }
    return {};
}

}  // namespace scrim::recode::subtree

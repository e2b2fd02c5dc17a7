#include "kernel/recode/subtree/discloser.h"

#include "kernel/recode/subtree/igpl.h"

#include <algorithm>
#include <utility>

namespace scrim::recode::subtree {

Discloser::Discloser(const Problem& problem, const std::vector<AskedColumns>& asked, std::vector<Cut> cuts,
                     const std::vector<char>& kept, Options options)
    : problem_(problem), options_(options), worth_(problem, kept, options.information), cuts_(std::move(cuts)) {
    for (const AskedColumns& set : asked) classes_.emplace_back(problem, set, kept, cuts_);
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        sets_of_.emplace_back();
        for (std::size_t s = 0; s < asked.size(); ++s)
            if (asked[s].contains(a)) sets_of_[a].push_back(s);
        // What nobody asks about is printed as it is.
        if (sets_of_[a].empty()) cuts_[a] = cut_at_level(problem.quasi_identifiers[a], 0);
        candidate_of_.emplace_back(cuts_[a].size(), none);
        parts_.emplace_back(cuts_[a].size(), 0);
        occurs_.emplace_back(cuts_[a].size(), 0);
        for (std::size_t t = 0; t < kept.size(); ++t)
            if (kept[t]) occurs_[a][problem.column(a)[t]] = 1;
        for (Code value = 0; value < cuts_[a].size(); value = cuts_[a][value].hi) add_below(a, cuts_[a][value]);
        for (const std::size_t s : sets_of_[a])
            for (std::uint32_t leaf = 0; leaf < classes_[s].size(); ++leaf) list_leaf(s, leaf, true, a);
    }
}

// The values below `above`, which is disclosed, can be disclosed from now on, or the nodes right below it.
void Discloser::add_below(std::size_t attribute, Span above) {
    std::fill(candidate_of_[attribute].begin() + above.lo, candidate_of_[attribute].begin() + above.hi, none);
    if (above.width() == 1) return;
    if (options_.scheme == Scheme::values) {
        for (Code value = above.lo; value < above.hi; ++value) add(attribute, Span::of(value), above);
    } else {
        const hierarchy::Hierarchy& hierarchy = *problem_.quasi_identifiers[attribute].hierarchy;
        const hierarchy::Hierarchy::NodeId parent = hierarchy.covering(above);
        for (const hierarchy::Hierarchy::Node& node : hierarchy.nodes())
            if (node.parent == parent) add(attribute, node.span, above);
    }
    measure(attribute, above);
}

// Nodes that no kept record has are nothing to disclose.
void Discloser::add(std::size_t attribute, Span span, Span above) {
    const auto occurs = occurs_[attribute].begin();
    if (std::find(occurs + span.lo, occurs + span.hi, 1) == occurs + span.hi) return;
    std::fill(candidate_of_[attribute].begin() + span.lo, candidate_of_[attribute].begin() + span.hi,
              static_cast<Id>(candidates_.size()));
    Candidate& candidate = candidates_.emplace_back();
    candidate.attribute = attribute;
    candidate.span = span;
    candidate.above = above;
    candidate.smallest.assign(classes_.size(), UINT64_MAX);
    candidate.leaves.resize(classes_.size());
    counts_.push_back(0);
}

// What the candidates below a node would gain: others below it may have been disclosed.
void Discloser::measure(std::size_t attribute, Span above) {
    const Cut& cut = cuts_[attribute];
    std::vector<Span> gone;  // runs of values that print it no more
    for (Code value = above.lo; value < above.hi; ++value) {
        if (cut[value] == above) continue;
        if (gone.empty() || gone.back().hi != value) gone.push_back({value, value});
        ++gone.back().hi;
    }
    for (Candidate& candidate : candidates_)
        if (candidate.live && candidate.attribute == attribute && candidate.above == above)
            candidate.gain = worth_.of_part(attribute, above, gone, candidate.span);
}

// Measures the classes that each candidate of the attribute would make of a leaf; those with one that is too small are
// out. `fresh`: the candidates do not know the leaf.
void Discloser::list_leaf(std::size_t set, std::uint32_t leaf, bool fresh, std::size_t attribute) {
    std::vector<Id> present;
    std::uint64_t all = 0;
    const std::vector<Id>& candidate_of = candidate_of_[attribute];
    problem_.column(attribute).visit([&](auto codes) {
        for (const std::uint32_t tuple : classes_[set].tuples(leaf)) {
            const std::uint32_t weight = problem_.tuples->weights[tuple];
            all += weight;
            const Id id = candidate_of[codes[tuple]];
            if (id == none || !candidates_[id].live) continue;
            if (counts_[id] == 0) present.push_back(id);
            counts_[id] += weight;
        }
    });
    for (const Id id : present) {
        Candidate& candidate = candidates_[id];
        const std::uint64_t part = std::exchange(counts_[id], 0), rest = all - part;
        candidate.smallest[set] = std::min({candidate.smallest[set], part, rest > 0 ? rest : part});
        candidate.live = candidate.smallest[set] >= classes_[set].asked().least_records();
        if (fresh) candidate.leaves[set].push_back(leaf);
    }
}

void Discloser::set_parts(const Candidate& candidate, std::uint32_t part) {
    Parts& parts = parts_[candidate.attribute];
    std::fill(parts.begin() + candidate.span.lo, parts.begin() + candidate.span.hi, part);
}

bool Discloser::holds(const Candidate& candidate) {
    set_parts(candidate, 1);
    const std::vector<std::size_t>& sets = sets_of_[candidate.attribute];
    const bool all = std::all_of(sets.begin(), sets.end(), [&](std::size_t s) {
        const std::vector<std::uint32_t>& leaves = candidate.leaves[s];
        return classes_[s].asked().counts_only() || std::all_of(leaves.begin(), leaves.end(), [&](std::uint32_t leaf) {
                   return classes_[s].parts_hold(leaf, candidate.attribute, parts_[candidate.attribute]);
               });
    });
    set_parts(candidate, 0);
    return all;
}

Gain Discloser::score(const Candidate& candidate) const {
    return igpl(candidate.gain, sets_of_[candidate.attribute], classes_, candidate.smallest);
}

Discloser::Id Discloser::best() {
    Id best = none;
    Gain most;
    for (Id id = 0; id < candidates_.size(); ++id) {
        if (!candidates_[id].live) continue;
        const Gain gain = score(candidates_[id]);
        if (best != none && !(gain > most)) continue;
        best = id;
        most = gain;
    }
    return best;
}

void Discloser::disclose(Id id) {
    const Candidate done = std::move(candidates_[id]);
    candidates_[id] = {};
    candidates_[id].live = false;
    const std::size_t a = done.attribute;
    std::fill(cuts_[a].begin() + done.span.lo, cuts_[a].begin() + done.span.hi, done.span);
    if (options_.information) measure(a, done.above);
    add_below(a, done.span);
    set_parts(done, 1);
    for (const std::size_t s : sets_of_[a])
        for (const std::uint32_t leaf : done.leaves[s]) {
            const bool divided = classes_[s].split(leaf, a, parts_[a]) > 0;
            const std::uint32_t fresh = divided ? classes_[s].size() - 1 : leaf;
            if (divided) {
                for (const std::size_t b : classes_[s].asked().columns()) {
                    if (b >= problem_.dimensions()) continue;
                    list_leaf(s, leaf, false, b);
                    list_leaf(s, fresh, true, b);
                }
            } else if (done.span.contains(problem_.column(a)[classes_[s].tuple(leaf)])) {
                // All of the leaf prints the node now: to what is below it, it is new.
                list_leaf(s, leaf, true, a);
            }
        }
    set_parts(done, 0);
    ++disclosed_;
}

Result<void> Discloser::run(Progress& progress) {
    for (Id id = best(); id != none; id = best()) {
        if (progress.cancelled()) return cancelled_error();
        if (!holds(candidates_[id])) {
            candidates_[id].live = false;
            continue;
        }
        disclose(id);
        progress.advance(1);
    }
    return {};
}

}  // namespace scrim::recode::subtree

#include "kernel/recode/subtree/personal_cuts.h"

#include <algorithm>

namespace scrim::recode::subtree {
namespace {

constexpr std::uint32_t none = UINT32_MAX;

}  // namespace

PersonalCuts::PersonalCuts(const Problem& problem, const Guarded& guarded)
    : problem_(problem),
      guarded_(guarded),
      worth_(problem, std::vector<char>(problem.tuples->size(), 1), false),
      cost_of_leaf_(1 / (static_cast<double>(std::max<Code>(guarded.hierarchy->domain().size(), 2) - 1) *
                         static_cast<double>(std::max<std::uint64_t>(problem.records(), 1)))),
      generalizer_(*guarded.hierarchy, guarded.p) {
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers) {
        cuts_.push_back(cut_at_level(attribute, attribute.max_level));
        candidate_of_.emplace_back(attribute.domain().size(), none);
    }
    const Recoding start = recoding_of(problem, cuts_);
    for (std::size_t c = 0; c < start.size(); ++c) {
        const auto begin = static_cast<std::uint32_t>(order_.size());
        for (const Member& member : start.members(c)) order_.push_back(member.tuple);
        leaves_.push_back({begin, static_cast<std::uint32_t>(order_.size())});
        const auto cost = cost_of(tuples(c));
        if (!cost) failing_ += start.records(c);
        leaves_.back().cost = cost.value_or(0);
    }
}

std::vector<Span> PersonalCuts::box(std::size_t leaf) const {
    std::vector<Span> box;
    for (std::size_t a = 0; a < cuts_.size(); ++a)
        box.push_back(cuts_[a][problem_.column(a)[order_[leaves_[leaf].begin]]]);
    return box;
}

const CellGeneralizer::Made& PersonalCuts::cells(std::span<const std::uint32_t> tuples) {
    const Column &values = problem_.column(guarded_.column), &guards = problem_.column(guarded_.guards);
    counts_.resize(values.domain().size(), 0);
    named_.resize(guards.domain().size(), 0);
    values_.clear();
    guards_.clear();
    for (const std::uint32_t tuple : tuples) {
        const Code value = values[tuple], guard = guards[tuple];
        if (counts_[value] == 0) values_.push_back({value, 0});
        counts_[value] += problem_.tuples->weights[tuple];
        if (!named_[guard] && !guarded_.guard_spans[guard].empty()) guards_.push_back(guarded_.guard_spans[guard]);
        named_[guard] = 1;
    }
    for (const std::uint32_t tuple : tuples) named_[guards[tuple]] = 0;
    for (ValueCount& bar : values_) bar.count = std::exchange(counts_[bar.value], 0);
    std::sort(values_.begin(), values_.end());
    std::sort(guards_.begin(), guards_.end());
    guards_.erase(std::unique(guards_.begin(), guards_.end()), guards_.end());
    return generalizer_.run(values_, guards_);
}

// Of the sensitive cells of these tuples as one class; nothing where that does not hold.
std::optional<std::uint64_t> PersonalCuts::cost_of(std::span<const std::uint32_t> tuples) {
    members_.clear();
    for (const std::uint32_t tuple : tuples) members_.push_back({tuple, problem_.tuples->weights[tuple]});
    if (!guarded_.others.holds(members_, scratch_)) return std::nullopt;
    const CellGeneralizer::Made& made = cells(tuples);
    return made.holds ? std::optional(made.cost) : std::nullopt;
}

void PersonalCuts::arrange(const Candidate& candidate, std::uint32_t leaf) {
    arranged_.resize(std::max(arranged_.size(), candidate.parts.size()));
    for (auto& part : arranged_) part.clear();
    const Column& values = problem_.column(candidate.attribute);
    for (const std::uint32_t tuple : tuples(leaf)) {
        const auto part = std::upper_bound(candidate.parts.begin(), candidate.parts.end(), values[tuple],
                                           [](Code value, Span span) { return value < span.hi; });
        arranged_[static_cast<std::size_t>(part - candidate.parts.begin())].push_back(tuple);
    }
}

PersonalCuts::Effect PersonalCuts::effect(const Candidate& candidate, std::uint32_t leaf) {
    arrange(candidate, leaf);
    Effect effect{-static_cast<std::int64_t>(leaves_[leaf].cost)};
    for (std::size_t p = 0; p < candidate.parts.size(); ++p) {
        if (arranged_[p].size() == tuples(leaf).size()) return {};  // as it is
        if (arranged_[p].empty()) continue;
        const auto cost = cost_of(arranged_[p]);
        if (!cost) return {0, false};
        effect.cost += static_cast<std::int64_t>(*cost);
    }
    return effect;
}

void PersonalCuts::set_effect(Candidate& candidate, std::uint32_t leaf, std::optional<Effect> effect) {
    if (const auto known = candidate.leaves.find(leaf); known != candidate.leaves.end()) {
        candidate.cost -= known->second.cost;
        candidate.fail -= known->second.holds ? 0 : 1;
        candidate.leaves.erase(known);
    }
    if (!effect) return;
    candidate.cost += effect->cost;
    candidate.fail += effect->holds ? 0 : 1;
    candidate.leaves.emplace(leaf, *effect);
}

double PersonalCuts::worth(const Candidate& candidate) const {
    return candidate.gain - static_cast<double>(candidate.cost) * cost_of_leaf_;
}

bool PersonalCuts::pays(const Candidate& candidate) const { return candidate.fail == 0 && worth(candidate) > 0; }

// The attribute prints these from now on.
void PersonalCuts::add_values(std::size_t attribute, std::span<const Span> spans) {
    for (const Span span : spans) {
        const bool narrower = span.width() > 1;
        std::fill(cuts_[attribute].begin() + span.lo, cuts_[attribute].begin() + span.hi, span);
        std::fill(candidate_of_[attribute].begin() + span.lo, candidate_of_[attribute].begin() + span.hi,
                  narrower ? static_cast<std::uint32_t>(candidates_.size()) : none);
        if (!narrower) continue;
        Candidate& candidate = candidates_.emplace_back();
        candidate.attribute = attribute;
        candidate.span = span;
    }
}

// Finds the ways to specialize a value.
void PersonalCuts::plan(Candidate& candidate) {
    const hierarchy::Attribute& attribute = problem_.quasi_identifiers[candidate.attribute];
    const Span span = candidate.span;
    if (!attribute.free_intervals() || attribute.from_file) {
        const auto nodes = attribute.hierarchy->nodes();
        const auto parent = attribute.hierarchy->covering(span);
        for (const auto& node : nodes)
            if (node.parent == parent) candidate.parts.push_back(node.span);
        std::sort(candidate.parts.begin(), candidate.parts.end());
        candidate.gain = worth_.of(candidate.attribute, span, candidate.parts).first;
        return;
    }
    const Domain& domain = attribute.domain();
    const std::vector<Gain> gains = worth_.of_cuts(candidate.attribute, span);
    // NULL is no number: it leaves an interval first.
    const bool with_null = domain.has_null() && span.hi == domain.size();
    for (Code cut = with_null ? domain.null_code() : span.lo + 1; cut < span.hi; ++cut)
        candidate.cuts.emplace_back(gains[cut - span.lo - 1].first, cut);
    std::sort(candidate.cuts.begin(), candidate.cuts.end());
    next_way(candidate);
}

bool PersonalCuts::next_way(Candidate& candidate) {
    if (candidate.cuts.empty()) return false;
    const auto [gain, cut] = candidate.cuts.back();
    candidate.cuts.pop_back();
    candidate.gain = gain;
    candidate.parts = {{candidate.span.lo, cut}, {cut, candidate.span.hi}};
    return true;
}

void PersonalCuts::find_effects(Candidate& candidate) {
    std::vector<std::uint32_t> leaves;
    for (const auto& [leaf, effect] : candidate.leaves) leaves.push_back(leaf);
    for (const std::uint32_t leaf : leaves) set_effect(candidate, leaf, effect(candidate, leaf));
}

// Goes on to a way that pays, if one is left.
void PersonalCuts::settle(Candidate& candidate) {
    while (!pays(candidate) && next_way(candidate)) find_effects(candidate);
}

void PersonalCuts::perform(std::size_t id) {
    const Candidate done = std::move(candidates_[id]);
    candidates_[id] = {};
    candidates_[id].live = false;
    const std::size_t first = candidates_.size();
    add_values(done.attribute, done.parts);
    std::vector<std::pair<std::uint32_t, bool>> changed;  // and whether it has become smaller
    std::vector<std::uint32_t> printed;
    for (const auto& [leaf, effect] : done.leaves) printed.push_back(leaf);
    std::sort(printed.begin(), printed.end());
    for (const std::uint32_t leaf : printed) {
        arrange(done, leaf);
        const std::size_t whole = tuples(leaf).size();
        const bool divided =
            std::none_of(arranged_.begin(), arranged_.end(), [&](const auto& part) { return part.size() == whole; });
        std::uint32_t begin = leaves_[leaf].begin;
        bool is_first = true;
        for (std::size_t p = 0; divided && p < done.parts.size(); ++p) {
            if (arranged_[p].empty()) continue;
            std::copy(arranged_[p].begin(), arranged_[p].end(), order_.begin() + begin);
            const auto end = begin + static_cast<std::uint32_t>(arranged_[p].size());
            const std::uint32_t made = is_first ? leaf : static_cast<std::uint32_t>(leaves_.size());
            if (!is_first) leaves_.emplace_back();
            leaves_[made] = {begin, end, 0};
            changed.emplace_back(made, true);
            begin = end;
            is_first = false;
        }
        if (!divided) changed.emplace_back(leaf, false);
    }
    for (const auto& [leaf, smaller] : changed)
        if (smaller) leaves_[leaf].cost = cost_of(tuples(leaf)).value_or(0);
    for (std::size_t made = first; made < candidates_.size(); ++made) plan(candidates_[made]);
    std::vector<std::uint32_t> touched;
    for (const auto& [leaf, smaller] : changed)
        for (std::size_t a = 0; a < cuts_.size(); ++a) {
            const std::uint32_t other = candidate_of_[a][problem_.column(a)[order_[leaves_[leaf].begin]]];
            if (other == none || (!smaller && a != done.attribute)) continue;
            set_effect(candidates_[other], leaf, effect(candidates_[other], leaf));
            touched.push_back(other);
        }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const std::uint32_t other : touched) settle(candidates_[other]);
    ++steps_;
}

Result<void> PersonalCuts::run(Progress& progress) {
    for (std::size_t a = 0; a < cuts_.size(); ++a) {
        std::vector<Span> values;
        for (Code value = 0; value < cuts_[a].size(); value = cuts_[a][value].hi) values.push_back(cuts_[a][value]);
        add_values(a, values);
    }
    for (Candidate& candidate : candidates_) plan(candidate);
    for (std::uint32_t leaf = 0; leaf < leaves_.size(); ++leaf)
        for (std::size_t a = 0; a < cuts_.size(); ++a)
            if (const auto id = candidate_of_[a][problem_.column(a)[order_[leaves_[leaf].begin]]]; id != none)
                set_effect(candidates_[id], leaf, effect(candidates_[id], leaf));
    for (Candidate& candidate : candidates_) settle(candidate);
    while (true) {
        if (progress.cancelled()) return cancelled_error();
        std::size_t best = candidates_.size();
        for (std::size_t c = 0; c < candidates_.size(); ++c)
            if (candidates_[c].live && pays(candidates_[c]) &&
                (best == candidates_.size() || worth(candidates_[c]) > worth(candidates_[best])))
                best = c;
        if (best == candidates_.size()) return {};
        perform(best);
        progress.advance(1);
    }
}

}  // namespace scrim::recode::subtree

// Extended Datafly: values go up their hierarchies one step at a time, always those of the attribute with the most
// different ones, and a group of equal values leaves as soon as it holds. Who is in no group in the end is left out.
//
// Eltabakh and others, Query processing with k-anonymity, §5.1: Datafly for tuples with a k of their own. Here a group
// may leave before anything is generalized.
//
//   ages 24 and 24 of k = 2 leave as 24; 37 and 38 go on, and leave as 3* where that is their parent
//
// The groups that a tuple could be in are nested, and it is in the first that held: of the boxes that cover it, in the
// narrowest.
#include "kernel/core/int128.h"
#include "kernel/recode/cut.h"
#include "kernel/recode/recoder.h"
#include "kernel/recode/subtree/infeasible.h"
#include "kernel/recode/suppression.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace scrim::recode::lattice {

const RecoderSpec& datafly_recoder();

namespace {

using NodeId = hierarchy::Hierarchy::NodeId;

// The tuples that wait for a group, all as many steps above their leaves.
class Waiting {
public:
    explicit Waiting(const Problem& problem) : problem_(problem), nodes_(problem.dimensions()) {
        const std::size_t tuples = problem.tuples->size();
        for (std::size_t a = 0; a < nodes_.size(); ++a) {
            const hierarchy::Hierarchy& hierarchy = hierarchy_of(a);
            problem.column(a).visit([&](auto codes) {
                for (std::size_t t = 0; t < tuples; ++t) nodes_[a].push_back(hierarchy.leaf(codes[t]));
            });
        }
        waiting_.resize(tuples);
        std::iota(waiting_.begin(), waiting_.end(), 0u);
    }

    bool empty() const { return waiting_.empty(); }

    // Replaces the values of the attribute with the most different ones by their parents. False when all are as general
    // as they may become.
    bool generalize() {
        std::size_t most = 0, chosen = nodes_.size();
        for (std::size_t a = 0; a < nodes_.size(); ++a) {
            const std::size_t different = count_different(a);
            const bool may_rise = std::any_of(waiting_.begin(), waiting_.end(), [&](auto t) { return rises(a, t); });
            if (may_rise && different > most) most = different, chosen = a;
        }
        if (chosen == nodes_.size()) return false;
        const auto nodes = hierarchy_of(chosen).nodes();
        for (const std::uint32_t t : waiting_)
            if (rises(chosen, t)) nodes_[chosen][t] = nodes[nodes_[chosen][t]].parent;
        return true;
    }

    // Lets the groups of equal values that hold go: leave(members) for each.
    template <class Holds, class Leave>
    void let_go(Holds holds, Leave leave) {
        sort_by_nodes();
        std::vector<std::uint32_t> still;
        for (std::size_t begin = 0; begin < waiting_.size();) {
            std::size_t end = begin + 1;
            while (end < waiting_.size() && compare(waiting_[begin], waiting_[end]) == 0) ++end;
            const std::span<const std::uint32_t> members(waiting_.data() + begin, end - begin);
            if (holds(members))
                leave(members);
            else
                still.insert(still.end(), members.begin(), members.end());
            begin = end;
        }
        waiting_ = std::move(still);
    }

    Span span(std::size_t attribute, std::uint32_t tuple) const {
        return hierarchy_of(attribute).nodes()[nodes_[attribute][tuple]].span;
    }

private:
    const hierarchy::Hierarchy& hierarchy_of(std::size_t attribute) const {
        return *problem_.quasi_identifiers[attribute].hierarchy;
    }

    // Is there a step left, below the top or the attribute's max_level?
    bool rises(std::size_t attribute, std::uint32_t tuple) const {
        const hierarchy::Attribute& of = problem_.quasi_identifiers[attribute];
        return of.hierarchy->nodes()[nodes_[attribute][tuple]].depth > of.hierarchy->height() - of.max_level;
    }

    // Equal values together, in an order that does not depend on the one they came in. The nodes of a tuple are one
    // number where that fits 64 bits.
    void sort_by_nodes() {
        Uint128 numbers = 1;
        for (std::size_t a = 0; a < nodes_.size(); ++a) {
            numbers *= hierarchy_of(a).nodes().size();
            if (numbers > UINT64_MAX) break;
        }
        if (numbers > UINT64_MAX) {
            std::sort(waiting_.begin(), waiting_.end(), [&](auto a, auto b) {
                const int order = compare(a, b);
                return order != 0 ? order < 0 : a < b;
            });
            return;
        }
        keys_.clear();
        for (const std::uint32_t t : waiting_) {
            std::uint64_t key = 0;
            for (std::size_t a = 0; a < nodes_.size(); ++a) key = key * hierarchy_of(a).nodes().size() + nodes_[a][t];
            keys_.emplace_back(key, t);
        }
        std::sort(keys_.begin(), keys_.end());
        for (std::size_t i = 0; i < keys_.size(); ++i) waiting_[i] = keys_[i].second;
    }

    int compare(std::uint32_t a, std::uint32_t b) const {
        for (const auto& nodes : nodes_)
            if (nodes[a] != nodes[b]) return nodes[a] < nodes[b] ? -1 : 1;
        return 0;
    }

    std::size_t count_different(std::size_t attribute) {
        seen_.clear();
        for (const std::uint32_t t : waiting_) seen_.push_back(nodes_[attribute][t]);
        std::sort(seen_.begin(), seen_.end());
        return static_cast<std::size_t>(std::unique(seen_.begin(), seen_.end()) - seen_.begin());
    }

    const Problem& problem_;
    std::vector<std::vector<NodeId>> nodes_;  // per attribute and tuple
    std::vector<std::uint32_t> waiting_;
    std::vector<NodeId> seen_;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys_;
};

// Groups that left at different times may show the same, and are one to whoever looks. Where a person has records in
// both, that one may break a model that each of them satisfies: then they are left out.
void drop_broken_unions(const Demands& demands, Recoding& recoding) {
    std::map<std::vector<Span>, std::vector<std::size_t>> alike;
    for (std::size_t c = 0; c < recoding.size(); ++c)
        alike[{recoding.box(c).begin(), recoding.box(c).end()}].push_back(c);
    std::vector<char> kept(recoding.size(), 1);
    Demands::Scratch scratch;
    std::vector<Member> together;
    for (const auto& [box, classes] : alike) {
        if (classes.size() == 1) continue;
        together.clear();
        for (const std::size_t c : classes)
            together.insert(together.end(), recoding.members(c).begin(), recoding.members(c).end());
        if (demands.holds(together, scratch)) continue;
        for (const std::size_t c : classes) kept[c] = 0;
    }
    recoding.keep(kept);
}

Result<Recoding> run_extended_datafly(const Problem& problem, const models::Arguments&, Progress& progress) {
    progress.stage("generalizing", 0);
    const Demands& demands = problem.demands;
    Recoding recoding(problem.dimensions());
    Waiting waiting(problem);
    Demands::Scratch scratch;
    std::vector<Span> box(problem.dimensions());
    std::vector<Member> group;
    const auto leave = [&](std::span<const std::uint32_t> members) {
        group.clear();
        for (const std::uint32_t t : members) group.push_back({t, problem.tuples->weights[t]});
        for (std::size_t a = 0; a < box.size(); ++a) box[a] = waiting.span(a, members.front());
        recoding.add(box, group);
    };
    do {
        if (progress.cancelled()) return cancelled_error();
        waiting.let_go([&](auto members) { return demands.holds(members, scratch); }, leave);
        progress.advance(1);
    } while (!waiting.empty() && waiting.generalize());
    if (!demands.monotone()) drop_broken_unions(demands, recoding);

    // The others fail; without them the rest of the table may be far from what is released.
    waiting.let_go([](auto) { return true; }, leave);
    const std::uint64_t records = problem.records();
    auto kept = suppress_failing(problem, std::move(recoding), records);
    const std::uint64_t left_out = kept ? records - kept->records() : records;
    if (left_out <= problem.suppression_limit && kept) return *std::move(kept);
    std::vector<Cut> widest;
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers)
        widest.push_back(cut_at_level(attribute, attribute.max_level));
    return subtree::too_many_fail(problem, widest, "extended_datafly reached the highest levels: there", left_out);
}

}  // namespace

const RecoderSpec& extended_datafly_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "extended_datafly";
        made.title = "Extended Datafly: groups leave as soon as they hold";
        made.citation =
            "Eltabakh, Padma, Silva, He, Aref, Bertino: Query processing with k-anonymity, International Journal of "
            "Data Engineering, 2012";
        made.summary =
            "Goes up like datafly, but a group of equal values leaves as soon as it holds, so that only the others "
            "become more general. Those who are in no group at the highest levels are left out. Columns print "
            "values of several levels side by side.";
        made.own_k = true;
        made.serves_whom_it_can = true;
        made.extends = &datafly_recoder();
        made.in_views = 2;
        made.paper_of_views = true;
        made.suppresses = true;
        made.run = run_extended_datafly;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::lattice

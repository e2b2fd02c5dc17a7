#include "methods/views/recoding/paper_selection.h"

#include "methods/views/recoding/block_recoder.h"

#include <algorithm>
#include <numeric>

namespace scrim::views {
namespace {

using NodeId = hierarchy::Hierarchy::NodeId;

bool needs_group(const ViewTuples& tuples, std::uint32_t t) {
    return tuples.k[t] >= 2 && tuples.k[t] != ViewTuples::no_profile;
}

// The tuples that need a group, all generalized equally far.
struct Generalized {
    const ViewTuples& tuples;
    std::vector<std::uint32_t> members;
    std::vector<std::vector<NodeId>> nodes;  // per attribute and tuple

    explicit Generalized(const ViewTuples& all) : tuples(all), nodes(all.dimensions()) {
        for (std::uint32_t t = 0; t < all.size(); ++t)
            if (needs_group(all, t)) members.push_back(t);
        for (std::size_t a = 0; a < all.dimensions(); ++a)
            for (const Code code : all.values[a]) nodes[a].push_back(all.attributes[a].hierarchy()->leaf(code));
    }
    void generalize(std::size_t a) {
        const auto tree = tuples.attributes[a].hierarchy()->nodes();
        for (const std::uint32_t t : members)
            if (NodeId& node = nodes[a][t]; node != 0) node = tree[node].parent;
    }
    std::size_t different(std::size_t a) const {
        std::vector<NodeId> seen;
        for (const std::uint32_t t : members) seen.push_back(nodes[a][t]);
        std::sort(seen.begin(), seen.end());
        return static_cast<std::size_t>(std::unique(seen.begin(), seen.end()) - seen.begin());
    }
    bool at_top(std::size_t a) const {
        return std::all_of(members.begin(), members.end(), [&](std::uint32_t t) { return nodes[a][t] == 0; });
    }
    int compare(std::uint32_t s, std::uint32_t t) const {
        for (const auto& of : nodes)
            if (of[s] != of[t]) return of[s] < of[t] ? -1 : 1;
        return 0;
    }
};

}  // namespace

std::vector<std::size_t> generalization_order(const ViewTuples& tuples) {
    Generalized all(tuples);
    std::vector<std::size_t> order;
    for (;;) {
        std::size_t most = 0, chosen = tuples.dimensions();
        for (std::size_t a = 0; a < tuples.dimensions(); ++a)
            if (const std::size_t n = all.at_top(a) ? 0 : all.different(a); n > most) most = n, chosen = a;
        if (chosen == tuples.dimensions()) return order;
        all.generalize(chosen);
        order.push_back(chosen);
    }
}

PaperAnswer paper_selection(const ViewTuples& tuples, const ViewRecoding::Models& models,
                            const std::vector<char>& chosen, bool whole_groups) {
    PaperAnswer answer;
    answer.returned.assign(tuples.size(), 0);
    answer.hidden.assign(tuples.size(), 0);
    answer.shown.assign(tuples.dimensions(), std::vector<Span>(tuples.size()));
    std::vector<char> open(tuples.size(), 0);  // chosen, and not yet in a group
    for (std::uint32_t t = 0; t < tuples.size(); ++t) {
        if (!chosen[t]) continue;
        if (needs_group(tuples, t)) {
            open[t] = 1;
            continue;
        }
        answer.returned[t] = 1;
        answer.hidden[t] = tuples.k[t] == ViewTuples::no_profile;
        for (std::size_t a = 0; a < tuples.dimensions(); ++a) answer.shown[a][t] = Span::of(tuples.values[a][t]);
    }
    std::vector<std::uint32_t> everything(tuples.size());
    std::iota(everything.begin(), everything.end(), 0u);
    const GroupedTuples grouped = GroupedTuples::of(tuples, everything);
    const auto demands = view_demands(tuples, grouped, models);
    recode::Demands::Scratch scratch;
    Generalized all(tuples);
    const auto report = [&](std::uint32_t t) {
        if (answer.returned[t]) return;
        answer.returned[t] = 1;
        for (std::size_t a = 0; a < tuples.dimensions(); ++a)
            answer.shown[a][t] = tuples.attributes[a].hierarchy()->nodes()[all.nodes[a][t]].span;
    };
    const auto find_groups = [&] {
        std::sort(all.members.begin(), all.members.end(), [&](std::uint32_t s, std::uint32_t t) {
            const int order = all.compare(s, t);
            return order != 0 ? order < 0 : s < t;
        });
        std::vector<std::uint32_t> group;
        for (std::size_t begin = 0; begin < all.members.size();) {
            std::size_t end = begin + 1;
            bool wanted = open[all.members[begin]];
            while (end < all.members.size() && all.compare(all.members[begin], all.members[end]) == 0)
                wanted |= open[all.members[end++]] != 0;
            group.clear();
            for (std::size_t i = begin; i < end; ++i) group.push_back(grouped.tuple_of[all.members[i]]);
            std::sort(group.begin(), group.end());
            group.erase(std::unique(group.begin(), group.end()), group.end());
            if (wanted && demands && demands->holds(group, scratch))
                for (std::size_t i = begin; i < end; ++i) {
                    const std::uint32_t t = all.members[i];
                    if (whole_groups || open[t]) report(t);
                    open[t] = 0;
                }
            begin = end;
        }
    };
    find_groups();
    for (const std::size_t attribute : generalization_order(tuples)) {
        all.generalize(attribute);
        find_groups();
    }
    for (std::uint32_t t = 0; t < tuples.size(); ++t)
        if (open[t]) answer.returned[t] = answer.hidden[t] = 1;
    return answer;
}

}  // namespace scrim::views

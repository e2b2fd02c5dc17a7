#include "tests/recode/partition/naive_mondrian.h"

#include <algorithm>
#include <map>

namespace scrim::testing {

Span NaiveMondrian::hull(std::size_t attribute, const std::vector<recode::Member>& members) const {
    Span span = Span::of(problem.column(attribute)[members.front().tuple]);
    for (const recode::Member& member : members)
        span = scrim::hull(span, Span::of(problem.column(attribute)[member.tuple]));
    return span;
}

Span NaiveMondrian::print(std::size_t attribute, Span span) const {
    const hierarchy::Attribute& known = problem.quasi_identifiers[attribute];
    return by_order && !known.free_intervals() ? span : recode::printable(known, span);
}

bool NaiveMondrian::in_two(std::size_t attribute, Span span) const {
    const hierarchy::Attribute& known = problem.quasi_identifiers[attribute];
    if (known.free_intervals())
        return !mixes_null(attribute, span) || !(problem.demands.counts_people() || problem.demands.needs_population());
    return by_order;
}

bool NaiveMondrian::mixes_null(std::size_t attribute, Span span) const {
    const hierarchy::Attribute& known = problem.quasi_identifiers[attribute];
    return known.free_intervals() && known.domain().has_null() && span.hi > known.domain().null_code() &&
           span.width() > 1;
}

// The members by the child of the covering node that they lie below; of numbers and NULL: by which of the two they are.
NaiveMondrian::Groups NaiveMondrian::children(std::size_t attribute, const std::vector<recode::Member>& members) const {
    const hierarchy::Attribute& known = problem.quasi_identifiers[attribute];
    const hierarchy::Hierarchy& tree = *known.hierarchy;
    const hierarchy::Hierarchy::NodeId top = tree.covering(hull(attribute, members));
    std::map<std::uint32_t, std::vector<recode::Member>> groups;
    for (const recode::Member& member : members) {
        const Code code = problem.column(attribute)[member.tuple];
        if (known.free_intervals()) {
            groups[code == known.domain().null_code()].push_back(member);
            continue;
        }
        hierarchy::Hierarchy::NodeId node = tree.leaf(code);
        while (tree.nodes()[node].parent != top) node = tree.nodes()[node].parent;
        groups[node].push_back(member);
    }
    Groups all;
    for (auto& [node, group] : groups) all.push_back(std::move(group));
    return all;
}

NaiveMondrian::Groups NaiveMondrian::at_median(std::size_t attribute,
                                               const std::vector<recode::Member>& members) const {
    std::vector<std::pair<Code, std::uint32_t>> records;  // value and tuple, one by one
    for (const recode::Member& member : members)
        records.insert(records.end(), member.records, {problem.column(attribute)[member.tuple], member.tuple});
    std::sort(records.begin(), records.end());
    const std::size_t half = (records.size() + 1) / 2;
    Groups sides(2);
    for (std::size_t i = 0; i < records.size(); ++i) {
        const bool left = relaxed ? i < half : records[i].first <= records[half - 1].first;
        auto& side = sides[left ? 0 : 1];
        const auto known = std::find_if(
            side.begin(), side.end(), [&](const recode::Member& member) { return member.tuple == records[i].second; });
        if (known == side.end())
            side.push_back({records[i].second, 1});
        else
            ++known->records;
    }
    for (auto& side : sides) std::sort(side.begin(), side.end());
    return sides;
}

bool NaiveMondrian::all_hold(const Groups& groups) const {
    recode::Demands::Scratch scratch;
    return groups.size() > 1 && std::all_of(groups.begin(), groups.end(), [&](const auto& group) {
               return !group.empty() && problem.demands.holds(group, scratch);
           });
}

void NaiveMondrian::cut(const std::vector<recode::Member>& members, Groups& classes) const {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        const hierarchy::Attribute& known = problem.quasi_identifiers[a];
        const double most = std::max<Code>(known.domain().size(), 2) - 1;
        order.emplace_back(-known.weight * (print(a, hull(a, members)).width() - 1) / most, a);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [range, a] : order) {
        if (hull(a, members).width() == 1) continue;
        const bool two = in_two(a, hull(a, members));
        Groups groups = two && !mixes_null(a, hull(a, members)) ? at_median(a, members) : children(a, members);
        if (two && !all_hold(groups)) groups = at_median(a, members);
        if (!all_hold(groups)) continue;
        for (const auto& group : groups) cut(group, classes);
        return;
    }
    classes.push_back(members);
}

std::vector<std::vector<recode::Member>> NaiveMondrian::textbook() const {
    std::vector<recode::Member> all;
    for (std::uint32_t t = 0; t < problem.tuples->size(); ++t) all.push_back({t, problem.tuples->weights[t]});
    Groups classes;
    cut(all, classes);
    std::sort(classes.begin(), classes.end());
    return classes;
}

bool NaiveMondrian::can_be_cut(const std::vector<recode::Member>& members) const {
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        const Span span = hull(a, members);
        if (span.width() == 1) continue;
        if (!in_two(a, span)) {
            if (all_hold(children(a, members))) return true;
            continue;
        }
        for (Code bound = span.lo + 1; bound < span.hi; ++bound) {
            Groups sides(2);
            for (const recode::Member& member : members)
                sides[problem.column(a)[member.tuple] >= bound].push_back(member);
            if (all_hold(sides)) return true;
        }
    }
    return false;
}

std::vector<std::vector<recode::Member>> classes_of(const recode::Recoding& recoding) {
    std::vector<std::vector<recode::Member>> classes;
    for (std::size_t c = 0; c < recoding.size(); ++c) {
        classes.emplace_back(recoding.members(c).begin(), recoding.members(c).end());
        std::sort(classes.back().begin(), classes.back().end());
    }
    std::sort(classes.begin(), classes.end());
    return classes;
}

}  // namespace scrim::testing

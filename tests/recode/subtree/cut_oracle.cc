#include "tests/recode/subtree/cut_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace scrim::testing {

std::vector<recode::Cut> cuts_of(const recode::Problem& problem, const recode::Recoding& recoding) {
    std::vector<recode::Cut> cuts;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        recode::Cut cut = recode::cut_at_level(problem.quasi_identifiers[a], 0);
        std::vector<char> seen(cut.size(), 0);
        for (std::size_t c = 0; c < recoding.size(); ++c)
            for (const recode::Member& member : recoding.members(c)) {
                const Code value = problem.column(a)[member.tuple];
                if (seen[value]) {
                    EXPECT_EQ(cut[value], recoding.box(c)[a]);
                }
                seen[value] = 1;
                cut[value] = recoding.box(c)[a];
            }
        for (Code value = 0; value < cut.size(); ++value)
            if (seen[value]) {
                const Span span = cut[value];
                std::fill(cut.begin() + span.lo, cut.begin() + span.hi, span);
            }
        cuts.push_back(std::move(cut));
    }
    return cuts;
}

std::vector<char> kept_by(const recode::Problem& problem, const recode::Recoding& recoding) {
    std::vector<char> kept(problem.tuples->size(), 0);
    for (const recode::Member& member : recoding.all_members()) kept[member.tuple] = 1;
    return kept;
}

bool cuts_hold(const recode::Problem& problem, const std::vector<recode::Cut>& cuts, const std::vector<char>& kept) {
    std::vector<std::vector<Code>> codes(cuts.size());
    for (std::size_t a = 0; a < cuts.size(); ++a)
        for (std::size_t t = 0; t < kept.size(); ++t) codes[a].push_back(cuts[a][problem.column(a)[t]].lo);
    std::vector<recode::Member> members;
    for (std::uint32_t t = 0; t < kept.size(); ++t)
        if (kept[t]) members.push_back({t, problem.tuples->weights[t]});
    std::vector<char> failing;
    problem.demands.against(members).find_failing(codes, kept, failing);
    return std::find(failing.begin(), failing.end(), 1) == failing.end();
}

std::vector<std::vector<Span>> ways_to_specialize(const hierarchy::Attribute& attribute, Span span, bool intervals) {
    std::vector<std::vector<Span>> ways;
    if (span.width() == 1) return ways;
    if (intervals && attribute.free_intervals() && !attribute.from_file) {
        for (Code cut = span.lo + 1; cut < span.hi; ++cut)
            if (!attribute.domain().has_null() || span.hi < attribute.domain().size() || cut + 1 == span.hi)
                ways.push_back({{span.lo, cut}, {cut, span.hi}});
        return ways;
    }
    const auto nodes = attribute.hierarchy->nodes();
    std::vector<Span> children;
    for (const hierarchy::Hierarchy::Node& node : nodes)
        if (node.parent == attribute.hierarchy->covering(span)) children.push_back(node.span);
    std::sort(children.begin(), children.end());
    return {children};
}

recode::Cut replaced(recode::Cut cut, const std::vector<Span>& parts) {
    for (const Span part : parts) std::fill(cut.begin() + part.lo, cut.begin() + part.hi, part);
    return cut;
}

void expect_minimal(const recode::Problem& problem, const recode::Recoding& recoding, bool intervals) {
    const std::vector<recode::Cut> cuts = cuts_of(problem, recoding);
    const std::vector<char> kept = kept_by(problem, recoding);
    EXPECT_TRUE(cuts_hold(problem, cuts, kept));
    for (std::size_t a = 0; a < cuts.size(); ++a)
        for (const Span span : std::set<Span>(cuts[a].begin(), cuts[a].end()))
            for (const auto& parts : ways_to_specialize(problem.quasi_identifiers[a], span, intervals)) {
                std::vector<recode::Cut> narrower = cuts;
                narrower[a] = replaced(cuts[a], parts);
                EXPECT_FALSE(cuts_hold(problem, narrower, kept))
                    << "attribute " << a << ", value " << span.lo << "-" << span.hi;
            }
}

}  // namespace scrim::testing

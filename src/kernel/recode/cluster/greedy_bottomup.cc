// Bottom-up greedy: every combination of values is a group of its own; each group that fails is united with the group
// with which it loses least, again and again; groups of twice what is needed are cut in two.
//
// Xu, Wang, Pei, Wang, Shi, Fu, Utility-Based Anonymization Using Local Recoding, KDD 2006, section 4.1.
#include "kernel/recode/cluster/greedy.h"
#include "kernel/recode/cluster/regions.h"
#include "kernel/recode/recoder.h"

#include <algorithm>

namespace scrim::recode::cluster {
namespace {

// Parts that hold, from above.
void cut_while_both_hold(Greedy& greedy, Group group, std::vector<Group>& into) {
    if (group.size >= 2 * std::uint64_t{greedy.judge().least()} && group.shares.size() > 1) {
        auto [one, other] = greedy.cut(group);
        if (one.holds && other.holds) {
            cut_while_both_hold(greedy, std::move(one), into);
            cut_while_both_hold(greedy, std::move(other), into);
            return;
        }
    }
    into.push_back(std::move(group));
}

// One pass: each group that fails is united with another. All of them together hold.
std::vector<Group> unite(Greedy& greedy, std::vector<Group> groups, Progress& progress) {
    std::vector<char> gone(groups.size(), 0);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (gone[g] || groups[g].holds) continue;
        if (progress.cancelled()) return groups;
        std::size_t best = groups.size();
        std::uint64_t least = UINT64_MAX;
        for (std::size_t other = 0; other < groups.size(); ++other) {
            if (other == g || gone[other]) continue;
            const std::uint64_t penalty = greedy.penalty(groups[g], groups[other]);
            if (penalty < least) {
                least = penalty;
                best = other;
            }
        }
        if (best == groups.size()) break;
        groups[g] = greedy.united(groups[g], groups[best]);
        gone[best] = 1;
    }
    std::vector<Group> left;
    for (std::size_t g = 0; g < groups.size(); ++g)
        if (!gone[g]) cut_while_both_hold(greedy, std::move(groups[g]), left);
    return left;
}

Result<Recoding> run_greedy_bottomup(const Problem& problem, const models::Arguments&, Progress& progress) {
    if (problem.records() == 0) return Recoding(problem.dimensions());
    const Points points(problem);
    Judge judge(problem, points.cost().one());
    SCRIM_TRY(const auto regions, regions_that_hold(problem, points, judge));
    progress.stage("uniting groups", 0);
    SeededRandom random(1);  // so that the result is always the same
    Greedy greedy(points, judge, random);
    std::vector<Class> classes;
    for (const auto& region : regions) {
        std::vector<Group> groups;
        for (const std::uint32_t point : region) {
            Class shares;
            for (std::uint32_t atom = points.first_atom(point); atom < points.first_atom(point + 1); ++atom)
                shares.push_back({atom, points.records(atom)});
            groups.push_back(greedy.make(std::move(shares)));
        }
        while (!std::all_of(groups.begin(), groups.end(), [](const Group& group) { return group.holds; })) {
            groups = unite(greedy, std::move(groups), progress);
            if (progress.cancelled()) return cancelled_error();
        }
        for (Group& group : groups) classes.push_back(std::move(group.shares));
    }
    return points.release(problem, classes);
}

}  // namespace

const RecoderSpec& greedy_bottomup_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "greedy_bottomup";
        made.title = "local recoding by bottom-up greedy";
        made.citation = "Xu, Wang, Pei, Wang, Shi, Fu: Utility-based anonymization using local recoding, KDD 2006";
        made.summary =
            "Unites each group that fails with the one with which it loses least, and cuts groups that became too "
            "large. Its time grows with the square of the number of different combinations of values. For comparison; "
            "cluster loses less and is faster.";
        made.minimizes = RecoderSpec::Minimizes::loss;
        made.run = run_greedy_bottomup;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::cluster

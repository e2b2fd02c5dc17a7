// Top-down greedy: all records are one group; groups are cut in two between records that are far apart, until they have
// no more records than needed. Then each group that fails takes the nearest records of a group that can spare them, or
// is united with another group, whichever loses less.
//
// Xu, Wang, Pei, Wang, Shi, Fu, Utility-Based Anonymization Using Local Recoding, KDD 2006, section 4.2. Records are
// taken where models only count; where they look at values, groups are united.
#include "kernel/recode/cluster/greedy.h"
#include "kernel/recode/cluster/regions.h"
#include "kernel/recode/recoder.h"

#include <algorithm>

namespace scrim::recode::cluster {
namespace {

void cut_down(Greedy& greedy, Group all, std::vector<Group>& into) {
    std::vector<Group> open;
    open.push_back(std::move(all));
    while (!open.empty()) {
        Group group = std::move(open.back());
        open.pop_back();
        if (!group.holds || group.size <= greedy.judge().least() || group.shares.size() < 2) {
            into.push_back(std::move(group));
            continue;
        }
        auto [one, other] = greedy.cut(group);
        open.push_back(std::move(other));
        open.push_back(std::move(one));
    }
}

// The donor without the records nearest to the group, and the group with them. Only where models only count, and the
// donor has records enough.
std::pair<Group, Group> taken(Greedy& greedy, const Group& donor, const Group& group) {
    const Points& points = greedy.points();
    std::vector<std::pair<Cost, Share>> nearest;
    for (const Share& share : donor.shares)
        nearest.emplace_back(
            points.cost().with(group.lo.data(), group.hi.data(), points.row(points.point_of(share.atom))), share);
    std::stable_sort(nearest.begin(), nearest.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::uint64_t wanted = greedy.judge().least() - group.size;
    Class left, grown = group.shares;
    for (const auto& [cost, share] : nearest) {
        const auto moved = static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, share.records));
        wanted -= moved;
        if (moved > 0) grown.push_back({share.atom, moved});
        if (moved < share.records) left.push_back({share.atom, share.records - moved});
    }
    return {greedy.make(std::move(left)), greedy.make(std::move(grown))};
}

// Makes one group that fails larger. There is another group.
void mend(Greedy& greedy, std::vector<Group>& groups, std::size_t failing) {
    constexpr std::size_t donors = 4;  // that are tried
    const Group& group = groups[failing];
    std::vector<std::pair<std::int64_t, std::size_t>> added;  // by uniting
    for (std::size_t other = 0; other < groups.size(); ++other)
        if (other != failing)
            added.emplace_back(static_cast<std::int64_t>(greedy.penalty(group, groups[other])) -
                                   static_cast<std::int64_t>(greedy.penalty(group) + greedy.penalty(groups[other])),
                               other);
    const std::size_t tried = std::min(donors, added.size());
    std::partial_sort(added.begin(), added.begin() + static_cast<std::ptrdiff_t>(tried), added.end());
    auto [least, best] = added.front();
    std::optional<std::pair<Group, Group>> exchange;
    const std::uint64_t k = greedy.judge().least();
    for (std::size_t i = 0; i < tried && greedy.judge().counts_only(); ++i) {
        const Group& donor = groups[added[i].second];
        if (donor.size < k + (k - group.size)) continue;
        auto made = taken(greedy, donor, group);
        const auto more = static_cast<std::int64_t>(greedy.penalty(made.first) + greedy.penalty(made.second)) -
                          static_cast<std::int64_t>(greedy.penalty(donor) + greedy.penalty(group));
        if (more >= least) continue;
        least = more;
        best = added[i].second;
        exchange = std::move(made);
    }
    if (exchange) {
        groups[best] = std::move(exchange->first);
        groups[failing] = std::move(exchange->second);
        return;
    }
    groups[failing] = greedy.united(groups[failing], groups[best]);
    std::swap(groups[best], groups.back());
    groups.pop_back();
}

Result<Recoding> run_greedy_topdown(const Problem& problem, const models::Arguments&, Progress& progress) {
    if (problem.records() == 0) return Recoding(problem.dimensions());
    const Points points(problem);
    Judge judge(problem, points.cost().one());
    SCRIM_TRY(const auto regions, regions_that_hold(problem, points, judge));
    progress.stage("cutting groups", 0);
    SeededRandom random(1);  // so that the result is always the same
    Greedy greedy(points, judge, random);
    std::vector<Class> classes;
    for (const auto& region : regions) {
        Class shares;
        for (const std::uint32_t point : region)
            for (std::uint32_t atom = points.first_atom(point); atom < points.first_atom(point + 1); ++atom)
                shares.push_back({atom, points.records(atom)});
        std::vector<Group> groups;
        cut_down(greedy, greedy.make(std::move(shares)), groups);
        // Groups from `next` back hold.
        for (std::size_t next = 0; next < groups.size();) {
            if (progress.cancelled()) return cancelled_error();
            if (groups[next].holds || groups.size() == 1)
                ++next;
            else {
                mend(greedy, groups, next);
                next = 0;
            }
        }
        for (Group& group : groups) classes.push_back(std::move(group.shares));
    }
    return points.release(problem, classes);
}

}  // namespace

const RecoderSpec& greedy_topdown_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "greedy_topdown";
        made.title = "local recoding by top-down greedy";
        made.citation = "Xu, Wang, Pei, Wang, Shi, Fu: Utility-based anonymization using local recoding, KDD 2006";
        made.summary =
            "Cuts groups in two between records that are far apart, and mends those that became too small with "
            "records of others, or unites them. For comparison; cluster loses less.";
        made.minimizes = RecoderSpec::Minimizes::loss;
        made.run = run_greedy_topdown;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::cluster

// Progressive local recoding: all records begin in one class; every class is specialized along one attribute at a time,
// and what may not stand by itself there goes back to the class that it came from (kernel/recode/partition/rollback.h).
//
// R. C.-W. Wong, J. Li, A. W.-C. Fu, K. Wang, (alpha, k)-Anonymity, KDD 2006, section 5: of the attributes the one by
// which the most records are specialized, and of these the one with the fewest branches. There, what went back stays;
// here, it is a class like any other, and is specialized along other attributes. Numbers without a hierarchy are halved
// at their median.
#include "kernel/recode/partition/plan.h"
#include "kernel/recode/partition/rollback.h"
#include "kernel/recode/recoder.h"

#include <algorithm>

namespace scrim::recode::partition {
namespace {

class Specializing {
public:
    explicit Specializing(const Plan& plan) : plan_(plan), rollback_(plan.problem) {}

    // The best specialization of a class that holds; without any branch where there is none.
    Specialized specialize(const Members& members) {
        Specialized best;
        if (records_of(members) < 2 * plan_.least) return best;
        for (std::size_t a = 0; a < plan_.axes.size(); ++a) {
            const std::vector<Members> branches = branches_along(a, members);
            if (branches.size() < 2) continue;
            Specialized made = rollback_.specialize(branches);
            if (made.records > best.records ||
                (made.records == best.records && made.branches.size() < best.branches.size()))
                best = std::move(made);
        }
        return best;
    }
    std::vector<Span> box_of(const Members& members) const {
        std::vector<Span> box;
        for (std::size_t a = 0; a < plan_.axes.size(); ++a) box.push_back(plan_.axes[a].print(hull_of(a, members)));
        return box;
    }

private:
    Span hull_of(std::size_t attribute, const Members& members) const {
        Span span = Span::of(plan_.problem.column(attribute)[members.front().tuple]);
        for (const Member& member : members) span = hull(span, Span::of(plan_.problem.column(attribute)[member.tuple]));
        return span;
    }
    std::vector<Members> branches_along(std::size_t attribute, const Members& members) const {
        const Span span = hull_of(attribute, members);
        const Axis& axis = plan_.axes[attribute];
        std::vector<Code> median;
        std::span<const Code> ends;
        if (axis.cut_anywhere(span) && !axis.mixes_null(span)) {
            median = {median_of(attribute, members), span.hi};
            ends = median;
        } else {
            ends = axis.groups(span);
        }
        std::vector<Members> branches(ends.size() + 1);
        const Column& codes = plan_.problem.column(attribute);
        for (const Member& member : members)
            branches[static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), codes[member.tuple]) -
                                              ends.begin())]
                .push_back(member);
        std::erase_if(branches, [](const Members& branch) { return branch.empty(); });
        return branches;
    }
    // Where the upper half begins: above the value of the middle record, or there, where that is the greatest.
    Code median_of(std::size_t attribute, const Members& members) const {
        std::vector<std::pair<Code, std::uint32_t>> counts;
        for (const Member& member : members)
            counts.emplace_back(plan_.problem.column(attribute)[member.tuple], member.records);
        std::sort(counts.begin(), counts.end());
        std::uint64_t before = 0;
        const std::uint64_t half = (records_of(members) + 1) / 2;
        std::size_t i = 0;
        while ((before += counts[i].second) < half) ++i;
        return counts[i].first == counts.back().first ? counts[i].first : counts[i].first + 1;
    }

    const Plan& plan_;
    Rollback rollback_;
};

Result<Recoding> run_progressive(const Problem& problem, const models::Arguments&, Progress& progress) {
    const Plan plan(problem, Categories::hierarchy, true);
    SCRIM_TRY(const Parts start, forced_parts(plan));
    progress.stage("specializing", problem.records());
    Specializing specializing(plan);
    std::vector<Members> open(start.size());
    for (std::size_t p = 0; p < start.size(); ++p)
        for (std::uint32_t i = start.offsets[p]; i < start.offsets[p + 1]; ++i)
            plan.add_members(plan.item(start, i), open[p]);
    Recoding recoding(problem.dimensions());
    while (!open.empty()) {
        if (progress.cancelled()) return cancelled_error();
        const Members members = std::move(open.back());
        open.pop_back();
        Specialized made = specializing.specialize(members);
        if (made.branches.empty()) {
            recoding.add(specializing.box_of(members), members);
            progress.advance(records_of(members));
            continue;
        }
        if (!made.back.empty()) open.push_back(std::move(made.back));
        for (Members& branch : made.branches) open.push_back(std::move(branch));
    }
    return recoding;
}

}  // namespace

const RecoderSpec& progressive_local_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "progressive_local";
        made.title = "progressive local recoding (top-down, with roll-back of records)";
        made.citation =
            "R. C.-W. Wong, J. Li, A. W.-C. Fu, K. Wang: (alpha, k)-Anonymity: An Enhanced k-Anonymity Model for "
            "Privacy Preserving Data Publishing, KDD 2006";
        made.summary =
            "Specializes classes one attribute at a time; branches that fail go back to the class they came from, and "
            "single records of others follow where that class would fail. Made for alpha_k_anonymity, whose alpha a "
            "few records decide; for comparison with cluster, which loses less.";
        made.run = run_progressive;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::partition

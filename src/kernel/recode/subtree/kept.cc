#include "kernel/recode/subtree/kept.h"

#include "kernel/recode/suppression.h"

namespace scrim::recode::subtree {

std::optional<Recoding> suppress_and_judge_absent(const Problem& problem, const Recoding& recoding,
                                                  std::uint64_t limit) {
    auto part = suppress_failing(problem, recoding, limit);
    if (!part || !problem.demands.needs_population()) return part;
    std::vector<char> kept(problem.tuples->size(), 0);
    for (const Member& member : part->all_members()) kept[member.tuple] = 1;
    std::vector<Member> absent;
    for (std::uint32_t t = 0; t < kept.size(); ++t)
        if (!kept[t]) absent.push_back({t, 0});
    const auto asked = AskedColumns::of(problem);
    Demands::Scratch scratch;
    if (!absent.empty() && asked)
        for (const AskedColumns& set : *asked)
            if (!set.holds(absent, scratch)) return std::nullopt;
    return part;
}

std::optional<Kept> keep_what_holds(const Problem& problem, std::span<const Cut> cuts, std::uint64_t limit) {
    const auto holding = suppress_and_judge_absent(problem, recoding_of(problem, cuts), limit);
    if (!holding) return std::nullopt;
    Kept result;
    result.kept.assign(problem.tuples->size(), 0);
    result.members.assign(holding->all_members().begin(), holding->all_members().end());
    for (const Member& member : result.members) result.kept[member.tuple] = 1;
    result.all = result.members.size() == problem.tuples->size();
    return result;
}

std::uint64_t records_failing(const Problem& problem, std::span<const Cut> cuts) {
    const auto holding = suppress_and_judge_absent(problem, recoding_of(problem, cuts), problem.records());
    return problem.records() - (holding ? holding->records() : 0);
}

Result<std::vector<AskedColumns>> asked_of(const Problem& problem, const Kept& kept) {
    SCRIM_TRY(auto asked, AskedColumns::of(problem));
    if (!kept.all)
        for (AskedColumns& set : asked) set.set_overall(kept.members);
    return asked;
}

Recoding recoding_of_kept(const Problem& problem, std::span<const Cut> cuts, const std::vector<char>& kept) {
    const Recoding all = recoding_of(problem, cuts);
    Recoding part(all.dimensions());
    std::vector<Member> members;
    for (std::size_t c = 0; c < all.size(); ++c) {
        members.clear();
        for (const Member& member : all.members(c))
            if (kept[member.tuple]) members.push_back(member);
        if (!members.empty()) part.add(all.box(c), members);
    }
    return part;
}

}  // namespace scrim::recode::subtree

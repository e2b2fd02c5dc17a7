#include "kernel/recode/suppression.h"

#include <algorithm>
#include <map>

namespace scrim::recode {
namespace {

// A code per tuple and attribute: which of the recoding's spans it is printed as.
std::vector<std::vector<Code>> printed_codes(const Problem& problem, const Recoding& recoding) {
    std::vector<std::vector<Code>> codes(problem.dimensions(), std::vector<Code>(problem.tuples->size(), 0));
    for (std::size_t a = 0; a < codes.size(); ++a) {
        std::map<Span, Code> names;
        for (std::size_t c = 0; c < recoding.size(); ++c) {
            const auto name = names.try_emplace(recoding.box(c)[a], static_cast<Code>(names.size())).first->second;
            for (const Member& member : recoding.members(c)) codes[a][member.tuple] = name;
        }
    }
    return codes;
}

// The part of a recoding whose tuples are kept.
Recoding kept_part(const Recoding& recoding, const std::vector<char>& kept) {
    Recoding part(recoding.dimensions());
    std::vector<Member> members;
    for (std::size_t c = 0; c < recoding.size(); ++c) {
        members.clear();
        for (const Member& member : recoding.members(c))
            if (kept[member.tuple]) members.push_back(member);
        if (!members.empty()) part.add(recoding.box(c), members);
    }
    return part;
}

std::optional<Recoding> suppress_tuples(const Problem& problem, const Recoding& recoding, std::uint64_t limit) {
    const auto codes = printed_codes(problem, recoding);
    std::vector<char> kept(problem.tuples->size(), 0), failing;
    for (const Member& member : recoding.all_members()) kept[member.tuple] = 1;
    Recoding part = recoding;
    for (Demands demands = problem.demands;; demands = problem.demands.against(part.all_members())) {
        if (demands.find_failing(codes, kept, failing) == 0) return part;
        for (std::size_t t = 0; t < kept.size(); ++t)
            if (failing[t]) kept[t] = 0;
        part = kept_part(recoding, kept);
        const std::uint64_t left = part.records();
        if (left == 0 || problem.records() - left > limit) return std::nullopt;
    }
}

}  // namespace

bool may_be_emptied(const Demands& demands, std::span<const Member> members, Demands::Scratch& scratch) {
    if (!demands.needs_population()) return true;
    std::vector<Member> emptied(members.begin(), members.end());
    for (Member& member : emptied) member.records = 0;
    return demands.holds(emptied, scratch);
}

std::optional<Recoding> suppress_failing(const Problem& problem, Recoding part, std::uint64_t limit) {
    if (!problem.demands.per_class()) return suppress_tuples(problem, part, limit);
    Demands::Scratch scratch;
    std::vector<char> holding;
    for (Demands demands = problem.demands;; demands = problem.demands.against(part.all_members())) {
        holding.assign(part.size(), 0);
        for (std::size_t c = 0; c < part.size(); ++c) {
            holding[c] = demands.holds(part.members(c), scratch);
            if (!holding[c] && !may_be_emptied(demands, part.members(c), scratch)) return std::nullopt;
        }
        const bool all = std::find(holding.begin(), holding.end(), 0) == holding.end();
        part.keep(holding);
        const std::uint64_t left = part.records();
        if (left == 0 || problem.records() - left > limit) return std::nullopt;
        if (all || !demands.against_released()) return part;
    }
}

}  // namespace scrim::recode

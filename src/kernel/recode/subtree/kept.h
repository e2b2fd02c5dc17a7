// Which tuples global cuts keep, and the recoding of those.
#pragma once

#include "kernel/recode/cut.h"
#include "kernel/recode/subtree/asked_columns.h"

#include <optional>
#include <span>
#include <vector>

namespace scrim::recode::subtree {

struct Kept {
    std::vector<char> kept;       // per tuple
    std::vector<Member> members;  // the same, with their records
    bool all = true;
};

// What is left of a recoding when the classes that fail are suppressed, for models that judge people whom no class
// stands for too: suppressing a class leaves its part of the population without one. Nothing when more records than
// `limit` would have to go, or when that fails.
std::optional<Recoding> suppress_and_judge_absent(const Problem& problem, const Recoding& recoding,
                                                  std::uint64_t limit);
// The tuples left when the classes that the cuts make and that fail are suppressed; nothing when more records than
// `limit` would have to go.
std::optional<Kept> keep_what_holds(const Problem& problem, std::span<const Cut> cuts, std::uint64_t limit);
// How many records would have to be suppressed.
std::uint64_t records_failing(const Problem& problem, std::span<const Cut> cuts);
// The sets of columns that the demands ask about, judged against the distribution of what is kept.
Result<std::vector<AskedColumns>> asked_of(const Problem& problem, const Kept& kept);
// The classes that the cuts make of the kept tuples.
Recoding recoding_of_kept(const Problem& problem, std::span<const Cut> cuts, const std::vector<char>& kept);

}  // namespace scrim::recode::subtree

// What to tell a user when even the most general cuts leave too many records in classes that fail.
#pragma once

#include "kernel/recode/cut.h"

#include <optional>
#include <span>
#include <string_view>

namespace scrim::recode::subtree {

// More records are in classes that fail than may be suppressed; `where` names the cuts. Says what to relax, and
// suggests more suppression only where that leaves something. `known` is how many they are, where not every record is
// printed by the cuts.
Error too_many_fail(const Problem& problem, std::span<const Cut> cuts, std::string_view where,
                    std::optional<std::uint64_t> known = std::nullopt);

}  // namespace scrim::recode::subtree

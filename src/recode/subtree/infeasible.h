// What to tell a user when even the most general cuts leave too many records in classes that fail.
#pragma once

#include "recode/problem.h"

#include <cstdint>
#include <string_view>

namespace scrim {

// `failing` records are in classes that fail, more than may be suppressed; `where` says at which cuts.
Error too_many_fail(const Problem& problem, std::uint64_t failing, std::string_view where);

}  // namespace scrim

// Applies a plan to a table, or to a part of one: what its records are in the release.
#pragma once

#include "kernel/encode/typed_rows.h"
#include "methods/plan/release_plan.h"

namespace scrim::planning {

struct AppliedRows {
    Tuples rows;                   // of the release, sorted by all that they show
    std::uint64_t records = 0;     // released
    std::uint64_t suppressed = 0;  // as planned
    std::uint64_t unknown = 0;     // left out, because the plan does not know them
};

// `part`: the columns that plan.needed(with_kept) names, read as plan.readings say, weighted. `with_kept`: the rows
// also have the columns that are kept for evidence. A record that the plan does not know is left out where it may
// suppress, else refused by name.
Result<AppliedRows> apply_plan(const ReleasePlan& plan, const Tuples& part, bool with_kept = false);

// A plan for each part, which deals out its share of the records whose values go to several classes. `parts`: as above;
// together all records that were planned.
Result<std::vector<ReleasePlan>> shared(const ReleasePlan& plan, std::span<const Tuples> parts);

}  // namespace scrim::planning

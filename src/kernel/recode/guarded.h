// Guarded: the sensitive column whose values people guard, and what a policy with personalized_privacy asks of it and
// of the rest, for an algorithm that generalizes its cells.
//
//   SCRIM_TRY(const Guarded guarded, guarded_column(problem));
#pragma once

#include "kernel/recode/problem.h"
#include "scrim/result.h"

#include <memory>
#include <vector>

namespace scrim::recode {

struct Guarded {
    std::size_t column = 0;         // of the tuples
    std::size_t guards = 0;         // the column of guarding nodes …
    std::vector<Span> guard_spans;  // … and what each of its codes protects
    std::shared_ptr<const hierarchy::Hierarchy> hierarchy;
    Ratio p;         // the most that may be believed of a value below somebody's guarding node
    Demands others;  // what the other models ask of a class
};

// Refuses a policy whose models have cells generalized in no sensitive column, in several, or in one without a
// hierarchy.
Result<Guarded> guarded_column(const Problem& problem);

}  // namespace scrim::recode

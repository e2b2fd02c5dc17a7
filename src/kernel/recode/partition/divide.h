// Mondrian's recursion: cut every part as long as a cut is allowed.
#pragma once

#include "kernel/recode/partition/plan.h"
#include "scrim/result.h"

namespace scrim::recode::partition {

// How a cut is chosen. `information` needs problem.target, `workload` problem.workload, and both a plan that is not
// relaxed.
enum class Rule { best, textbook, information, workload };

struct Divided {
    Parts parts;                       // empty when not wanted
    std::vector<std::uint64_t> added;  // per quasi-identifier: values that the classes add to the cells of all records
};

// What is left when no part of `start` can be cut any further: the same for any number of threads. Nothing of use after
// progress.cancelled().
Divided divide(const Plan& plan, Parts start, Rule rule, bool want_parts, Progress& progress);

}  // namespace scrim::recode::partition

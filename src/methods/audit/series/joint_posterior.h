// Exactly what an attacker can say of everybody's value: every joint assignment of values to people that fits all
// releases is counted, and all of them are equally likely. For few people: the number of assignments explodes.
//
// An assignment fits a release when people can be placed in groups, each in one they may be in and as many in each as
// it has people, such that in every group
//   counterfeits   what its people have is contained in what it publishes;
//   substitutions  what its people have, and what it publishes, have all but the substitutions in common (both taken
//                  with how often each value occurs),
// and whoever changed has another value afterwards than before.
//
//   SCRIM_TRY(const JointPosterior posterior, joint_posterior(series));
//   posterior.chance[alice][hiv] == Ratio(1);
#pragma once

#include "kernel/core/ratio.h"
#include "methods/audit/series/seen_series.h"

#include <cstdint>
#include <vector>

namespace scrim::audit {

struct JointPosterior {
    std::vector<std::vector<Ratio>> chance;  // by person, then value; sums to 1 for each person
};

// Refuses where somebody is missing (fewer people in a release than its groups have), where nothing fits, and where the
// search takes more than `most_steps`, saying about how many assignments there are.
Result<JointPosterior> joint_posterior(const SeenSeries& series, std::uint64_t most_steps = 50'000'000);

}  // namespace scrim::audit

// Measurements: what a question needs to know of each of its groups, with how much noise, and what that costs.
//
// COUNT is one measurement, SUM another, AVG both. The spending is divided evenly among them. Each person is in one
// group at most, so that a measurement of all groups costs as much as of one (parallel composition); adding or removing
// one record changes a count by 1, and a sum by the greatest value that is not cut off.
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/noise/budget.h"
#include "kernel/noise/discrete_gaussian.h"
#include "kernel/noise/discrete_laplace.h"
#include "methods/statdb/noisy/exact_sums.h"
#include "methods/statdb/query.h"
#include "scrim/noisy.h"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace scrim::statdb::noisy {

struct Measurement {
    enum class What { count, numbers, sum };
    What what = What::count;
    std::variant<noise::DiscreteLaplace, noise::DiscreteGaussian> noise;

    Int128 draw(noise::Coins& coins) const;
    // The truth is at most so far from what was drawn, with this chance.
    Int128 within(const Ratio& confidence) const;
};

struct Plan {
    std::vector<Measurement> measurements;
    // Of each aggregate of the query, in order: its measurement, of AVG that of the sum; the next one is of the count.
    std::vector<std::size_t> first;
    Clip clip;
    noise::Cost cost;
    bool gaussian = false;
    std::string question;  // the same for equal questions: what is asked, with how much noise
};

// Refuses aggregates that have no noisy form, and sums without bounds.
Result<Plan> plan_of(const Query& query, const StatSchema& schema, const NoisyRequest& request);

}  // namespace scrim::statdb::noisy

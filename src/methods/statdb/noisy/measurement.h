// Measurements: what a question needs to know of each of its groups, with how much noise, and what that costs.
//
// COUNT is one measurement, SUM another, AVG both; MIN and MAX are one choice, a quantile three: the two ends of its
// interval and what lies between. The spending is divided evenly among them. The groups of a question share no record,
// so that all that a person may change are `most_records` counts by 1 each, in whatever groups: a measurement of all
// groups costs as much as of one (parallel composition, of records), with noise for so many records. Gaussian noise,
// too: most where they are all in one group.
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/noise/budget.h"
#include "kernel/noise/discrete_gaussian.h"
#include "kernel/noise/discrete_laplace.h"
#include "methods/statdb/noisy/exact_sums.h"
#include "methods/statdb/noisy/rank_choice.h"
#include "methods/statdb/query.h"
#include "scrim/noisy.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace scrim::statdb::noisy {

struct Measurement {
    enum class What { count, numbers, sum, rank };
    What what;
    std::variant<noise::DiscreteLaplace, noise::DiscreteGaussian, RankChoice> noise;

    Int128 draw(const ExactSums& truth, noise::Coins& coins) const;
    // The truth is at most so far from what was drawn, with this chance. Not of a rank.
    Int128 within(const Ratio& confidence) const;
};

struct Plan {
    std::vector<Measurement> measurements;
    // Of each aggregate of the query, in order, its first measurement.
    std::vector<std::size_t> first;
    Clip clip;
    Ratio confidence;
    noise::Cost cost;
    std::uint32_t most_records = 1;
    bool gaussian = false;
    bool ranks = false;    // some measurement is a choice
    std::string question;  // the same for equal questions: what is asked, with how much noise
};

// Refuses aggregates that have no noisy form, and sums without bounds. `most_records`: of one person.
Result<Plan> plan_of(const Query& query, const StatSchema& schema, std::uint32_t most_records,
                     const NoisyRequest& request);

}  // namespace scrim::statdb::noisy

// Static versions and random perturbation: what others would answer from, for comparison.
//
// One anatomized version (sta-ana), one generalized by Mondrian (sta-gen), or a table whose sensitive values were
// exchanged at random with some probability (ran-pert). Each alone protects as well as the dynamic ones; several of
// them about the same table do not protect together.
#pragma once

#include "kernel/core/random.h"
#include "methods/statdb/anatomy_answer.h"
#include "methods/statdb/generalization_answer.h"
#include "methods/statdb/stat_table.h"
#include "scrim/result.h"

namespace scrim::statdb {

Result<Baselines> make_baselines(const Table& quasi_identifiers, const Column& sensitive, const StatSchema& schema,
                                 std::uint32_t m, Random& random, Progress& progress);

// Lemma 3 of the paper.
CountInterval count_by_static_anatomy(const StatTable& table, const Condition& rows, std::span<const Span> values);
// Lemma 2, with every group that meets the rectangle in the upper bound.
CountInterval count_by_static_generalization(const StatTable& table, const Rectangle& rectangle,
                                             std::span<const Span> values);

// The estimate from a perturbed table, with its 80 % confidence interval, cut to what is possible.
struct PerturbedCount {
    double lower = 0, upper = 0;
};
// How likely a value is kept, so that nobody's value is known with more than 1/m (Formula 10).
Ratio retention(std::uint32_t values, std::uint32_t m);
PerturbedCount count_by_perturbation(const StatTable& table, const Condition& rows, std::span<const Span> values);

}  // namespace scrim::statdb

// From two tables to a Comparison: a release, ours or another tool's, beside its original.
#pragma once

#include "kernel/compare/comparison.h"
#include "kernel/core/tuples.h"
#include "kernel/hierarchy/hierarchy.h"
#include "scrim/check.h"
#include "scrim/policy.h"

#include <functional>

namespace scrim::checking {

// From the text of a workload to its queries. What reads files or a language of queries is handed in.
using WorkloadReader =
    std::function<Result<std::vector<compare::CountQuery>>(std::span<const compare::Attribute> attributes)>;

// Rows with how many records each stands for.
struct WeightedRows {
    const Table& table;
    std::vector<double> weights;
};
WeightedRows weighted(const Tuples& tuples);

// The columns to compare: quasi-identifiers, sensitive ones and the target, in the order of the policy.
std::vector<std::string> compared_columns(const Policy& policy, const std::string& target);

// Both tables have all `columns`. Released values are spans of the hierarchy's leaves or, without one, of the values:
// of numbers and dates all between the least and the greatest of either table, while these are at most 10,000, else
// those that occur. So a number that only the release has, as after adding noise, is a value, too; any other value that
// the original and the hierarchy lack is refused, naming it.
Result<compare::Comparison> compared_tables(const WeightedRows& release, const WeightedRows& original,
                                            const std::vector<std::string>& columns, const Policy& policy,
                                            const std::string& target, const hierarchy::Hierarchies& hierarchies);

// What every metric that can be measured finds.
std::vector<MetricReport> comparison_reports(const compare::Comparison& comparison);

}  // namespace scrim::checking

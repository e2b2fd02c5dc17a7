// The slow, obvious twin of local recoding: every way to put the records of a tiny table into classes.
#pragma once

#include "kernel/recode/recoding.h"

#include <optional>

namespace scrim::testing {

// What the recoding loses of its quasi-identifiers: the mean over records and attributes, by weight, of (values printed
// - 1) / (values - 1). Records that are left out count as nothing.
double weighted_loss(const recode::Problem& problem, const recode::Recoding& recoding);

// The least weighted loss of any partition of all records into classes that hold and keep to max_level; nothing when
// there is none. For ten records or fewer.
std::optional<double> best_partition(const recode::Problem& problem);

}  // namespace scrim::testing

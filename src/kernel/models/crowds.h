// Crowds: classes where a missing value may be any value.
//
// By default NULL and the suppressed value "*" are values of their own, which is the safe reading. Asked to match
// anything, a record with a missing value cannot be told from any record that agrees with it on the values both have;
// the crowd of a class is all classes that agree with it in this way. Crowds overlap, so they are not a partition.
#pragma once

#include "kernel/models/classes.h"

namespace scrim::models {

// Gives every class its crowd. Nothing changes when no value is missing.
void match_missing_values(Classes& classes);

}  // namespace scrim::models

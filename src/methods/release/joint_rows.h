// What a reader can say of records whose sensitive values were parted from them: each has each value of its group, by
// the value's share in the group.
#pragma once

#include "kernel/core/tuples.h"

#include <string>
#include <vector>

namespace scrim::release {

// A table that owns its rows; the weights are fractions of records.
struct Joint {
    Table table;
    std::vector<double> weights;
};

// Every record of a group with every value of the group. `records` and `values` have the column `group`; `value` is
// taken from `values`. The group numbers are left out.
Joint joint_rows(const Tuples& records, const Tuples& values, const std::string& group, const std::string& value);

// An anatomized release's table of values, which says how often each occurs in each group, with these counts as
// weights.
Tuples with_counts(const Tuples& table, const std::string& group, const std::string& value);

}  // namespace scrim::release

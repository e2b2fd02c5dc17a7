// What to say of columns that a few values keep from being numbers or dates.
#pragma once

#include "kernel/core/table.h"
#include "scrim/policy.h"

#include <string>
#include <vector>

namespace scrim::subject {

// One note for each quasi-identifier and sensitive column of the table that has neither a type nor a hierarchy and
// holds stray values (core/stray_values.h): such a column can only be kept or hidden, not made into intervals.
std::vector<std::string> stray_notes(const Table& table, const Policy& policy);

}  // namespace scrim::subject

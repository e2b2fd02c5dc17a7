// How a part's column is read, so that each of its values is what it is in the whole table: by itself, it could be
// taken for a number where others make it text, or for a day where others make it a month.
#pragma once

#include "kernel/core/domain.h"
#include "kernel/encode/typed_rows.h"
#include "methods/plan/release_plan.h"
#include "scrim/input.h"

#include <string>

namespace scrim::planning {

// `whole`: what the column's values are in the whole table, of which `rows` are the different ones and `input` says how
// they were read.
Result<ColumnReading> reading_of(const std::string& name, const encode::TypedRows& rows, const TableInput& input,
                                 const Domain& whole);

}  // namespace scrim::planning

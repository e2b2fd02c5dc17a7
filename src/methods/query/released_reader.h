// Reading releases and tables as their recipient does: the columns that somebody asks for, and no others.
#pragma once

#include "kernel/core/source.h"
#include "methods/query/released.h"
#include "methods/verify/released_data.h"
#include "scrim/policy.h"

#include <functional>

namespace scrim::querying {

// Which of all columns are needed.
using ColumnChoice = std::function<Result<std::vector<std::string>>(const std::vector<std::string>& all)>;

// A folder that publish or republish wrote. `hierarchies`: those that some columns' labels come from, where the
// outlines in the release do not say enough. Whether what its certificate says is true is for `verify` to say.
Result<Released> read_release(const std::string& folder, const hierarchy::Hierarchies& hierarchies,
                              const ColumnChoice& choose, const verifier::OpenSource& open, Progress& progress);

// A column whose labels come from the hierarchy of this outline; "" for none.
Result<ReleasedColumn> column_with_outline(const std::string& name, const std::string& outline);

// Any tool's table: each cell may be a label.
Result<Released> read_table(TableSource& table, const Policy& policy, const ColumnChoice& choose, Progress& progress);

}  // namespace scrim::querying

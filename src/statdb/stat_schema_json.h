// The columns of a statistical database as JSON, and back.
#pragma once

#include "core/json.h"
#include "scrim/result.h"
#include "statdb/schema.h"

namespace scrim {

Json to_json(const StatColumn& column);
Result<StatColumn> stat_column_of(const Json& json);

}  // namespace scrim

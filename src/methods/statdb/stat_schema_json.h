// The columns of a statistical database as JSON, and back.
#pragma once

#include "kernel/core/json.h"
#include "methods/statdb/schema.h"
#include "scrim/result.h"

namespace scrim::statdb {

Json to_json(const hierarchy::Attribute& column);
Result<hierarchy::Attribute> stat_column_of(const Json& json);

}  // namespace scrim::statdb

// From a question to its answer.
#pragma once

#include "scrim/statdb.h"
#include "statdb/query.h"
#include "statdb/stat_table.h"

namespace scrim {

Result<StatAnswer> answer_query(const StatTable& table, const Query& query, const std::string& framework);
StatInfo info_of(const StatTable& table);

}  // namespace scrim

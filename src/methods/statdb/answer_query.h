// From a question to its answer.
#pragma once

#include "methods/statdb/query.h"
#include "methods/statdb/stat_table.h"
#include "scrim/statdb.h"

namespace scrim::statdb {

Result<StatAnswer> answer_query(const StatTable& table, const Query& query, const std::string& framework,
                                const Progress& progress = no_progress());
StatInfo info_of(const StatTable& table);
std::vector<StatLevel> levels_of(const StatTable& table, const std::string& column, std::size_t most_labels);

}  // namespace scrim::statdb

// From a question to its answer.
#pragma once

#include "methods/statdb/query.h"
#include "methods/statdb/stat_table.h"
#include "scrim/statdb.h"

namespace scrim::statdb {

Result<StatAnswer> answer_query(const StatTable& table, const Query& query, const std::string& framework,
                                const Progress& progress = no_progress());
// With the labels of every level that has at most so many.
StatInfo info_of(const StatTable& table, std::size_t most_labels);

}  // namespace scrim::statdb

// Answers of the API, as JSON.
#pragma once

#include "adapters/http/view_reader.h"
#include "kernel/core/json.h"
#include "scrim/statdb.h"

#include <string>

namespace scrim::server {

// One interval: "between 1,204 and 1,391 people".
Json count_json(const StatAnswer& answer, const std::string& sql, std::uint64_t records);
// Rows of intervals.
Json table_json(const StatAnswer& answer, const std::string& sql, std::uint64_t records);
// What can be asked about.
Json statdb_json(const StatDb& statdb, const std::string& name);

// "between 1,204 and 1,391 people", "exactly 4 people", "nobody"
std::string sentence(const StatValue& count);

// Views with their columns and grants; rows of one.
Json views_json(const std::vector<ReadableView>& views);
Json rows_json(const ViewRows& rows, const std::string& sql);

}  // namespace scrim::server

// Answers that only the server gives, as JSON; those to questions about statistical databases are report/json's.
#pragma once

#include "adapters/http/view_reader.h"
#include "kernel/core/json.h"
#include "scrim/statdb.h"

#include <string>

namespace scrim::server {

// "ok", "ready"
Json status_json(const char* status);
// What can be asked about: one statistical database; all that a caller may ask.
Json statdb_json(const StatDb& statdb, const std::string& name);
Json schema_json(const Caller& caller, bool tokens, Json statdbs, bool views);
// A batch's answers and refusals, in its order.
Json answers_json(Json answers);

// Views with their columns and grants; rows of one.
Json views_json(const std::vector<ReadableView>& views);
Json rows_json(const ViewRows& rows, const std::string& sql);

}  // namespace scrim::server

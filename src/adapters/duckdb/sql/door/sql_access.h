// SQL sessions without DuckDB's headers: what the public facade needs of them.
#pragma once

#include "scrim/sql.h"

#include <memory>
#include <string>
#include <string_view>

namespace scrim::sql {

Result<std::shared_ptr<SqlServer>> open_sql_server(const SqlOptions& options);
Result<std::shared_ptr<SqlDoor>> open_sql_door(std::shared_ptr<SqlServer> server, const std::string& grantee);
Result<void> run_statement(SqlDoor& door, std::string_view statement, SqlSink& sink, Progress& progress);
bool is_in_transaction(const SqlDoor& door);

}  // namespace scrim::sql

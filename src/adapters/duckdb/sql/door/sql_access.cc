#include "adapters/duckdb/sql/door/sql_access.h"

#include "adapters/duckdb/sql/door/sql_door.h"

namespace scrim::sql {

Result<std::shared_ptr<SqlServer>> open_sql_server(const SqlOptions& options) { return SqlServer::open(options); }

Result<std::shared_ptr<SqlDoor>> open_sql_door(std::shared_ptr<SqlServer> server, const std::string& grantee) {
    return SqlDoor::open(std::move(server), grantee);
}

Result<void> run_statement(SqlDoor& door, std::string_view statement, SqlSink& sink, Progress& progress) {
    return door.run(statement, sink, progress);
}

bool is_in_transaction(const SqlDoor& door) { return door.in_transaction(); }

}  // namespace scrim::sql

// The sessions of include/scrim/sql.h are doors; programs that use them need no header of DuckDB.
#include "adapters/duckdb/sql/door/sql_door.h"
#include "methods/views/language/statement.h"
#include "scrim/sql.h"

namespace scrim {

Result<void> SqlSession::run(std::string_view statement, SqlSink& sink, Progress& progress) {
    return door_->run(statement, sink, progress);
}

bool SqlSession::in_transaction() const { return door_->in_transaction(); }

Result<SqlDatabase> SqlDatabase::open(const SqlOptions& options) {
    SCRIM_TRY(std::shared_ptr<sql::SqlServer> server, sql::SqlServer::open(options));
    return SqlDatabase(std::move(server));
}

Result<SqlSession> SqlDatabase::session(const std::string& grantee) {
    SCRIM_TRY(std::shared_ptr<sql::SqlDoor> door, sql::SqlDoor::open(server_, grantee));
    return SqlSession(std::move(door));
}

SqlText split_statements(std::string_view text) {
    views::SplitSql split = views::split_sql(text);
    return {std::move(split.statements), std::move(split.rest)};
}

}  // namespace scrim

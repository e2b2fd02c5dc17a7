#include "scrim/sql.h"

#include "adapters/duckdb/sql/door/sql_access.h"
#include "methods/views/language/statement.h"

namespace scrim {

Result<void> SqlSession::run(std::string_view statement, SqlSink& sink, Progress& progress) {
    return sql::run_statement(*door_, statement, sink, progress);
}

bool SqlSession::in_transaction() const { return sql::is_in_transaction(*door_); }

Result<SqlDatabase> SqlDatabase::open(const SqlOptions& options) {
    SCRIM_TRY(std::shared_ptr<sql::SqlServer> server, sql::open_sql_server(options));
    return SqlDatabase(std::move(server));
}

Result<SqlSession> SqlDatabase::session(const std::string& grantee) {
    SCRIM_TRY(std::shared_ptr<sql::SqlDoor> door, sql::open_sql_door(server_, grantee));
    return SqlSession(std::move(door));
}

SqlText split_statements(std::string_view text) {
    views::SplitSql split = views::split_sql(text);
    return {std::move(split.statements), std::move(split.rest)};
}

}  // namespace scrim

#include "scrim/sql.h"

#include "engine/sql/sql_access.h"
#include "views/statement.h"

namespace scrim {

Result<void> SqlSession::run(std::string_view statement, SqlSink& sink, Progress& progress) {
    return run_statement(*door_, statement, sink, progress);
}

bool SqlSession::in_transaction() const { return is_in_transaction(*door_); }

Result<SqlDatabase> SqlDatabase::open(const SqlOptions& options) {
    SCRIM_TRY(std::shared_ptr<SqlServer> server, open_sql_server(options));
    return SqlDatabase(std::move(server));
}

Result<SqlSession> SqlDatabase::session(const std::string& grantee) {
    SCRIM_TRY(std::shared_ptr<SqlDoor> door, open_sql_door(server_, grantee));
    return SqlSession(std::move(door));
}

SqlText split_statements(std::string_view text) {
    SplitSql split = split_sql(text);
    return {std::move(split.statements), std::move(split.rest)};
}

}  // namespace scrim

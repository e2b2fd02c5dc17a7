// The sessions of include/scrim/sql.h are doors; programs that use them need no header of DuckDB.
#include "adapters/duckdb/sql/door/sql_door.h"
#include "methods/views/language/statement.h"
#include "scrim/sql.h"

namespace scrim {

SqlStatement::SqlStatement(std::string text)
    : words_(std::make_unique<views::SqlWords>(views::SqlWords{std::move(text), {}})) {}
SqlStatement::SqlStatement(views::SqlWords words, std::size_t begin)
    : words_(std::make_unique<views::SqlWords>(std::move(words))), begin_(begin) {}
SqlStatement::SqlStatement(SqlStatement&&) noexcept = default;
SqlStatement& SqlStatement::operator=(SqlStatement&&) noexcept = default;
SqlStatement::~SqlStatement() = default;

const std::string& SqlStatement::text() const { return words_->text; }

Result<void> SqlSession::run(SqlStatement statement, SqlSink& sink, Progress& progress) {
    return door_->run(std::move(*statement.words_), sink, progress);
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
    SqlText parts{{}, std::move(split.rest)};
    for (auto& [words, begin] : split.statements) parts.statements.emplace_back(std::move(words), begin);
    return parts;
}

}  // namespace scrim

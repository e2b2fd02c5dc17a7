// SqlDoor: one session. It understands our statements, keeps transactions, and hands everything else, with the views
// put in, to the engine.
#pragma once

#include "adapters/duckdb/sql/door/sql_server.h"
#include "adapters/duckdb/sql/rewrite/view_expander.h"
#include "methods/views/language/statement.h"
#include "scrim/result.h"
#include "scrim/sql.h"

#include <duckdb.hpp>

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace scrim::sql {

class SqlDoor {
public:
    // `grantee` "" for the owner.
    static Result<std::shared_ptr<SqlDoor>> open(std::shared_ptr<SqlServer> server, const std::string& grantee);

    Result<void> run(views::SqlWords words, SqlSink& sink, Progress& progress);
    bool in_transaction() const { return explicit_ || aborted_; }

private:
    SqlDoor(std::shared_ptr<SqlServer> server, std::string grantee)
        : server_(std::move(server)),
          connection_(server_->database()),
          grantee_(std::move(grantee)),
          maintenance_(server_->live_editions()) {}

    bool is_owner() const { return grantee_.empty(); }
    void owner_only(const char* what) const;
    // Refuses what is not for analysts.
    void guard(duckdb::SQLStatement& statement) const;

    // Ours.
    void run(const views::CreateDgh& statement, SqlSink& sink);
    void run(const views::InsertDgh& statement, SqlSink& sink);
    void run(const views::DropDgh& statement, SqlSink& sink);
    void run(const views::CreateView& statement, SqlSink& sink);
    void run(const views::DropView& statement, SqlSink& sink);
    void run(const views::RefreshView& statement, SqlSink& sink);
    void run(const views::CreatePolicy& statement, SqlSink& sink);
    void run(const views::DropPolicy& statement, SqlSink& sink);
    void run(const views::Grant& statement, SqlSink& sink);
    void run(const views::Show& statement, SqlSink& sink);
    void run(const views::SetOption& statement, SqlSink& sink);
    // The engine's.
    void run(const views::EngineStatement& statement, SqlSink& sink);
    void run_query(duckdb::unique_ptr<duckdb::SQLStatement> query, const views::EngineStatement& source, SqlSink& sink);
    void run_change(duckdb::unique_ptr<duckdb::SQLStatement> change, const views::EngineStatement& source,
                    SqlSink& sink);
    // Asks a change of a table for its rows, where materialized views need them; runs it.
    void follow_change(duckdb::SQLStatement& change, ViewExpander& views);
    void finish_change(duckdb::unique_ptr<duckdb::PendingQueryResult> pending, SqlSink& sink);
    void run_transaction(duckdb::SQLStatement& statement, SqlSink& sink);
    Result<void> after_abort(const views::Statement& statement, SqlSink& sink);
    // Refuses to change Scrim's own tables, and views as if they were tables.
    void check_target(duckdb::SQLStatement& change) const;
    void prepare(duckdb::SQLStatement& statement, const views::EngineStatement& source, SqlSink& sink);
    void execute(duckdb::SQLStatement& statement, SqlSink& sink);
    void explain(duckdb::unique_ptr<duckdb::SQLStatement> query, const views::EngineStatement& source, SqlSink& sink);
    std::uint64_t count_rows(const duckdb::SQLStatement& query, const views::EngineStatement& source, bool exact);

    void begin();
    void end(bool success);
    void mark_changed(bool catalog);
    // From now on this session may understand views' queries otherwise than others do.
    void keep_versions_apart();
    // Brings materialized views up to what this transaction has changed.
    void settle_views();
    void settle_views_for(duckdb::SQLStatement& statement);  // if it looks at a view
    const ViewCatalog& catalog() const { return *snapshot_.catalog; }
    ViewExpander expander() {
        return {connection_, *snapshot_.catalog, *snapshot_.versions,
                settings_,   grantee_,           [this] { return server_->chance(); },
                *progress_};
    }
    // The views that cannot be used any more; before a change of tables and after it.
    std::vector<std::string> broken_views();
    void end_edition(const std::string& view);
    void drop_views(const std::vector<std::string>& names);
    // Also those that are made over them; which these are.
    std::vector<std::string> drop_with_dependents(const std::vector<std::string>& names);
    void send(duckdb::unique_ptr<duckdb::PendingQueryResult> pending, SqlSink& sink,
              const std::vector<std::string>& identifiers = {});

    std::shared_ptr<SqlServer> server_;
    duckdb::Connection connection_;
    std::string grantee_;
    ViewSettings settings_;
    SqlServer::Snapshot snapshot_;
    bool active_ = false, explicit_ = false, aborted_ = false, changed_ = false, changed_catalog_ = false;
    std::shared_ptr<VersionCache> own_versions_;  // of a session with settings of its own, for this many commits
    std::uint64_t own_commits_ = 0;
    // As they were written, before views are put in.
    struct Prepared {
        views::EngineStatement source;
        std::shared_ptr<const duckdb::SQLStatement> statement;
    };
    std::map<std::string, Prepared, ByName> prepared_;
    Maintenance maintenance_;
    Progress* progress_ = &no_progress();
};

}  // namespace scrim::sql

#include "adapters/duckdb/sql/door/sql_door.h"

#include "adapters/duckdb/sql/catalog/guarded.h"
#include "adapters/duckdb/sql/door/sql_rows.h"
#include "adapters/duckdb/sql/guard/analyst_guard.h"
#include "adapters/duckdb/sql/guard/built_in.h"
#include "adapters/duckdb/sql/rewrite/view_maker.h"
#include "kernel/core/text.h"

#include <duckdb/main/stream_query_result.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/parsed_data/drop_info.hpp>
#include <duckdb/parser/parsed_data/transaction_info.hpp>
#include <duckdb/parser/parser.hpp>
#include <duckdb/parser/statement/list.hpp>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace scrim::sql {

using duckdb::StatementType;

Result<std::shared_ptr<SqlDoor>> SqlDoor::open(std::shared_ptr<SqlServer> server, const std::string& grantee) {
    return guarded([&]() -> Result<std::shared_ptr<SqlDoor>> {
        std::shared_ptr<SqlDoor> door(new SqlDoor(std::move(server), grantee));
        if (!door->is_owner()) {
            door->begin();
            const auto& grants = door->catalog().grants;
            const bool known = std::any_of(grants.begin(), grants.end(), [&](const GrantEntry& grant) {
                return same_sql_name(grant.grantee, grantee);
            });
            door->end(true);
            if (!known) return input_error(format("nothing is granted to {}", quoted(grantee)));
            // What an analyst names must be a view: nothing else is found.
            run_sql(door->connection_, "SET schema = 'scrim_analyst'");
        }
        return door;
    });
}

void SqlDoor::owner_only(const char* what) const {
    if (!is_owner()) throw duckdb::PermissionException("%s is for the owner", what);
}

void SqlDoor::guard(duckdb::SQLStatement& statement) const {
    check_analyst(statement, catalog(), grantee_);
    if (const std::string name = shadowed_syntax(*connection_.context); !name.empty())
        throw duckdb::PermissionException(
            "the owner has made a function %s, which the engine would take for its own; the owner must rename it "
            "before "
            "analysts can ask anything",
            name);
}

void SqlDoor::begin() {
    if (active_) return;
    snapshot_ = server_->begin(connection_);
    active_ = true;
    changed_ = changed_catalog_ = false;
    if (!own_versions_) return;
    if (std::exchange(own_commits_, snapshot_.commits) != snapshot_.commits)
        own_versions_ = std::make_shared<VersionCache>();
    snapshot_.versions = own_versions_;
}

void SqlDoor::keep_versions_apart() {
    own_versions_ = std::make_shared<VersionCache>();
    own_commits_ = snapshot_.commits;
    snapshot_.versions = own_versions_;
}

void SqlDoor::end(bool success) {
    if (!active_) return;
    const auto undo = [&] {
        active_ = explicit_ = false;
        snapshot_ = {};
        maintenance_.end(false);
        if (connection_.HasActiveTransaction()) connection_.Rollback();
    };
    if (!success) return undo();
    try {
        settle_views();  // what protects is committed with what it protects, and before anything is seen
        server_->commit(connection_, snapshot_, changed_, changed_catalog_, maintenance_.has_begun());
    } catch (...) {
        undo();
        throw;
    }
    active_ = explicit_ = false;
    snapshot_ = {};
    maintenance_.end(true);
}

void SqlDoor::settle_views_for(duckdb::SQLStatement& statement) {
    if (!changed_) return;
    bool mentioned = false;
    AstWalk walk;
    walk.on_table = [&](AstWalk::TableRefPtr& ref) {
        mentioned |= catalog().views.contains(ref->Cast<duckdb::BaseTableRef>().table_name);
    };
    walk.statement(statement);
    if (mentioned) settle_views();
}

void SqlDoor::settle_views() {
    if (!changed_) return;
    ViewExpander views = expander();
    maintenance_.settle(views);
}

// From now on this transaction sees what others do not.
void SqlDoor::mark_changed(bool catalog) {
    changed_ = true;
    snapshot_.versions = std::make_shared<VersionCache>();
    if (!catalog) return;
    changed_catalog_ = true;
    snapshot_.catalog = std::make_shared<const ViewCatalog>(ViewCatalog::load(connection_));
}

Result<void> SqlDoor::run(views::SqlWords words, SqlSink& sink, Progress& progress) {
    SCRIM_TRY(const views::Statement statement, views::parse_statement(std::move(words)));
    progress_ = &progress;
    try {
        if (aborted_) return after_abort(statement, sink);
        begin();
        std::visit([&](const auto& one) { run(one, sink); }, statement);
        if (!explicit_) end(true);
        return {};
    } catch (const std::bad_alloc&) {
        end(false);
        return input_error("not enough memory");
    } catch (const std::exception& exception) {
        const duckdb::ErrorData error(exception);
        try {
            // A transaction of several statements stays open, as SQL has it, unless the engine has given it up.
            const bool given_up = !connection_.HasActiveTransaction() ||
                                  duckdb::ValidChecker::IsInvalidated(connection_.context->ActiveTransaction()) ||
                                  progress.cancelled();
            aborted_ = explicit_ && (given_up || maintenance_.failed());
            if (!explicit_ || aborted_) end(false);
        } catch (const std::exception&) {
            active_ = explicit_ = false;
        }
        return is_owner() ? engine_error(error) : analyst_error(error);
    }
}

// A transaction that has failed is undone already, but its statements must not go on as if they were others.
Result<void> SqlDoor::after_abort(const views::Statement& statement, SqlSink& sink) {
    const auto* engine = std::get_if<views::EngineStatement>(&statement);
    if (engine != nullptr) {
        duckdb::Parser parser(connection_.context->GetParserOptions());
        parser.ParseQuery(engine->text);
        if (parser.statements.size() == 1 && parser.statements[0]->type == StatementType::TRANSACTION_STATEMENT &&
            parser.statements[0]->Cast<duckdb::TransactionStatement>().info->type !=
                duckdb::TransactionType::BEGIN_TRANSACTION) {
            aborted_ = false;
            sink.message("rolled back");
            return {};
        }
    }
    return input_error("the transaction has failed and is undone; say ROLLBACK");
}

void SqlDoor::run(const views::EngineStatement& source, SqlSink& sink) {
    // Parsed as it stands first: the engine's own way to do it already reads the files that some statements name.
    duckdb::Parser parser(connection_.context->GetParserOptions());
    parser.ParseQuery(source.text);
    auto statements = std::move(parser.statements);
    if (is_owner() && statements.size() == 1 && statements[0]->type == StatementType::PRAGMA_STATEMENT)
        statements = connection_.ExtractStatements(source.text);
    if (statements.size() != 1) throw duckdb::ParserException("one statement at a time is expected here");
    auto& statement = statements[0];
    if (!is_owner()) guard(*statement);
    switch (statement->type) {
        case StatementType::TRANSACTION_STATEMENT: return run_transaction(*statement, sink);
        case StatementType::PREPARE_STATEMENT: return prepare(*statement, source, sink);
        case StatementType::EXECUTE_STATEMENT: return execute(*statement, sink);
        case StatementType::SELECT_STATEMENT:
            if (source.explain) return explain(std::move(statement), source, sink);
            return run_query(std::move(statement), source, sink);
        case StatementType::DROP_STATEMENT:
            if (const auto& info = *statement->Cast<duckdb::DropStatement>().info;
                info.type == duckdb::CatalogType::PREPARED_STATEMENT) {
                if (prepared_.erase(info.name) == 0)
                    throw duckdb::BinderException("there is no prepared statement %s", info.name);
                sink.message("deallocated");
                return;
            }
            return run_change(std::move(statement), source, sink);
        default: return run_change(std::move(statement), source, sink);
    }
}

void SqlDoor::run_query(duckdb::unique_ptr<duckdb::SQLStatement> query, const views::EngineStatement& source,
                        SqlSink& sink) {
    settle_views_for(*query);
    const Interrupter::Watch watch(server_->interrupter(), connection_, *progress_);
    ViewExpander views = expander();
    views.expand(*query, source);
    send(connection_.PendingQuery(std::move(query), true), sink, views.identifiers());
}

// Runs a query and hands its rows over, asking now and then whether to go on.
void SqlDoor::send(duckdb::unique_ptr<duckdb::PendingQueryResult> pending, SqlSink& sink,
                   const std::vector<std::string>& identifiers) {
    if (pending->HasError()) pending->ThrowError();
    const auto stop = [&] {
        connection_.Interrupt();
        connection_.context->CancelTransaction();
        throw duckdb::InterruptException();
    };
    for (;;) {
        if (progress_->cancelled()) stop();
        const auto state = pending->ExecuteTask();
        if (state == duckdb::PendingExecutionResult::EXECUTION_ERROR) pending->ThrowError();
        if (duckdb::PendingQueryResult::IsResultReady(state)) break;
        if (state != duckdb::PendingExecutionResult::RESULT_NOT_READY)
            std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    auto result = pending->Execute();
    if (result->HasError()) result->ThrowError();
    if (result->properties.return_type != duckdb::StatementReturnType::QUERY_RESULT) {
        const auto chunk = result->Fetch();
        if (result->properties.return_type == duckdb::StatementReturnType::CHANGED_ROWS && chunk && chunk->size() > 0)
            sink.message(counted(chunk->GetValue(0, 0).GetValue<std::uint64_t>(), "row changed", "rows changed"));
        else
            sink.message("done");
        return;
    }
    sink.columns(columns_of(result->names, result->types, identifiers));
    while (const auto chunk = result->Fetch()) {
        if (chunk->size() == 0) break;
        if (progress_->cancelled()) stop();
        if (!send_chunk(*connection_.context, *chunk, sink)) {
            // Nobody wants the rest.
            if (result->type == duckdb::QueryResultType::STREAM_RESULT)
                result->Cast<duckdb::StreamQueryResult>().Close();
            return;
        }
    }
    if (result->HasError()) result->ThrowError();
}

void SqlDoor::run_transaction(duckdb::SQLStatement& statement, SqlSink& sink) {
    switch (statement.Cast<duckdb::TransactionStatement>().info->type) {
        case duckdb::TransactionType::BEGIN_TRANSACTION:
            if (explicit_) throw duckdb::TransactionException("a transaction is already open");
            explicit_ = true;
            sink.message("transaction begun");
            return;
        case duckdb::TransactionType::COMMIT:
            if (!explicit_) throw duckdb::TransactionException("no transaction is open");
            end(true);
            sink.message("committed");
            return;
        default:
            if (!explicit_) throw duckdb::TransactionException("no transaction is open");
            end(false);
            sink.message("rolled back");
            return;
    }
}

void SqlDoor::prepare(duckdb::SQLStatement& statement, const views::EngineStatement& source, SqlSink& sink) {
    auto& prepare = statement.Cast<duckdb::PrepareStatement>();
    const std::string name = prepare.name;
    switch (prepare.statement->type) {
        case StatementType::SELECT_STATEMENT:
        case StatementType::INSERT_STATEMENT:
        case StatementType::UPDATE_STATEMENT:
        case StatementType::DELETE_STATEMENT: break;
        default: throw duckdb::BinderException("SELECT, INSERT, UPDATE and DELETE can be prepared");
    }
    check_target(*prepare.statement);
    std::shared_ptr<const duckdb::SQLStatement> written = prepare.statement->Copy();
    settle_views_for(*prepare.statement);
    const Interrupter::Watch watch(server_->interrupter(), connection_, *progress_);
    ViewExpander views = expander();
    views.expand(*prepare.statement, source);
    const auto checked = connection_.Prepare(std::move(prepare.statement));
    if (checked->HasError()) checked->error.Throw();
    prepared_[name] = {source, std::move(written)};
    sink.message("prepared");
}

void SqlDoor::execute(duckdb::SQLStatement& statement, SqlSink& sink) {
    auto& execute = statement.Cast<duckdb::ExecuteStatement>();
    const auto found = prepared_.find(execute.name);
    if (found == prepared_.end()) throw duckdb::BinderException("there is no prepared statement %s", execute.name);
    duckdb::case_insensitive_map_t<duckdb::BoundParameterData> values;
    for (const auto& [name, value] : execute.named_values) {
        if (value->GetExpressionClass() == duckdb::ExpressionClass::CONSTANT) {
            values[name] = duckdb::BoundParameterData(value->Cast<duckdb::ConstantExpression>().value);
            continue;
        }
        owner_only("an expression as a parameter");
        values[name] = duckdb::BoundParameterData(run_sql(connection_, "SELECT " + value->ToString())->GetValue(0, 0));
    }
    // The data may have changed since: the views are put in anew.
    const views::EngineStatement source = found->second.source;
    auto inner = found->second.statement->Copy();
    if (!is_owner()) guard(*inner);
    settle_views_for(*inner);
    std::optional<Interrupter::Watch> watch;
    if (inner->type == StatementType::SELECT_STATEMENT) watch.emplace(server_->interrupter(), connection_, *progress_);
    ViewExpander views = expander();
    views.expand(*inner, source);
    if (inner->type != StatementType::SELECT_STATEMENT) {
        owner_only("this statement");
        follow_change(*inner, views);
    }
    const auto ready = connection_.Prepare(std::move(inner));
    if (ready->HasError()) ready->error.Throw();
    auto pending = ready->PendingQuery(values, !maintenance_.follows());
    if (maintenance_.follows())
        finish_change(std::move(pending), sink);
    else
        send(std::move(pending), sink, views.identifiers());
}

}  // namespace scrim::sql

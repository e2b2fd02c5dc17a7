// The owner's statements that change tables: what views depend on must stay.
#include "core/text.h"
#include "engine/sql/sql_door.h"
#include "engine/sql/view_maker.h"

#include <duckdb/parser/parsed_data/create_info.hpp>
#include <duckdb/parser/parsed_data/create_table_info.hpp>
#include <duckdb/parser/parsed_data/create_view_info.hpp>
#include <duckdb/parser/parsed_data/drop_info.hpp>
#include <duckdb/parser/statement/list.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>

#include <algorithm>

namespace scrim {
namespace {

using duckdb::StatementType;

bool changes_data(StatementType type) {
    switch (type) {
        case StatementType::INSERT_STATEMENT:
        case StatementType::UPDATE_STATEMENT:
        case StatementType::DELETE_STATEMENT:
        case StatementType::MERGE_INTO_STATEMENT:
        case StatementType::COPY_STATEMENT:
        case StatementType::MULTI_STATEMENT:
        case StatementType::CALL_STATEMENT: return true;
        default: return false;
    }
}

bool changes_tables(StatementType type) {
    return type == StatementType::CREATE_STATEMENT || type == StatementType::DROP_STATEMENT ||
           type == StatementType::ALTER_STATEMENT || type == StatementType::DETACH_STATEMENT;
}

// The table that INSERT, UPDATE or DELETE is about; empty for others.
std::pair<std::string, std::string> target_of(duckdb::SQLStatement& statement) {
    const auto named = [](const duckdb::TableRef* ref) -> std::pair<std::string, std::string> {
        if (ref == nullptr || ref->type != duckdb::TableReferenceType::BASE_TABLE) return {};
        const auto& table = ref->Cast<duckdb::BaseTableRef>();
        return {table.schema_name, table.table_name};
    };
    switch (statement.type) {
        case StatementType::INSERT_STATEMENT: {
            const auto& insert = statement.Cast<duckdb::InsertStatement>();
            return {insert.schema, insert.table};
        }
        case StatementType::UPDATE_STATEMENT: return named(statement.Cast<duckdb::UpdateStatement>().table.get());
        case StatementType::DELETE_STATEMENT: return named(statement.Cast<duckdb::DeleteStatement>().table.get());
        case StatementType::CREATE_STATEMENT: {
            const auto& info = *statement.Cast<duckdb::CreateStatement>().info;
            if (info.type == duckdb::CatalogType::TABLE_ENTRY) return {info.schema, info.Cast<duckdb::CreateTableInfo>().table};
            if (info.type == duckdb::CatalogType::VIEW_ENTRY) return {info.schema, info.Cast<duckdb::CreateViewInfo>().view_name};
            return {};
        }
        case StatementType::DROP_STATEMENT: {
            const auto& info = *statement.Cast<duckdb::DropStatement>().info;
            return {info.type == duckdb::CatalogType::SCHEMA_ENTRY ? info.name : info.schema, info.name};
        }
        case StatementType::ALTER_STATEMENT: {
            const auto& info = *statement.Cast<duckdb::AlterStatement>().info;
            return {info.schema, info.name};
        }
        default: return {};
    }
}

bool cascades(duckdb::SQLStatement& statement) {
    return statement.type == StatementType::DROP_STATEMENT && statement.Cast<duckdb::DropStatement>().info->cascade;
}

}  // namespace

std::vector<std::string> SqlDoor::broken_views() {
    std::vector<std::string> broken;
    for (const auto& [name, entry] : catalog().views) {
        try {
            ViewExpander views = expander();
            describe_view(views, entry, {});
        } catch (const std::exception&) {
            broken.push_back(name);
        }
    }
    return broken;
}

void SqlDoor::drop_views(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        remove_editions(connection_, name);
        remove_view(connection_, name);
    }
    if (!names.empty()) mark_changed(true);
}

std::vector<std::string> SqlDoor::drop_with_dependents(const std::vector<std::string>& names) {
    const std::vector<std::string> before = broken_views();
    std::vector<std::string> also;
    for (std::vector<std::string> next = names; !next.empty();) {
        drop_views(next);
        next.clear();
        for (const std::string& name : broken_views())
            if (std::find(before.begin(), before.end(), name) == before.end()) next.push_back(name);
        also.insert(also.end(), next.begin(), next.end());
    }
    return also;
}

void SqlDoor::follow_change(duckdb::SQLStatement& change, ViewExpander& views) {
    const auto [schema, table] = target_of(change);
    // Only what INSERT, UPDATE and DELETE reach is known by the table's name.
    const bool known = change.type == StatementType::INSERT_STATEMENT || change.type == StatementType::UPDATE_STATEMENT ||
                       change.type == StatementType::DELETE_STATEMENT;
    maintenance_.before(change, known ? table : std::string(), views, server_->is_latest(snapshot_));
    mark_changed(false);
}

void SqlDoor::finish_change(duckdb::unique_ptr<duckdb::PendingQueryResult> pending, SqlSink& sink) {
    if (!maintenance_.follows()) return send(std::move(pending), sink);
    if (pending->HasError()) pending->ThrowError();
    auto result = pending->Execute();
    if (result->HasError()) result->ThrowError();
    auto& rows = result->Cast<duckdb::MaterializedQueryResult>();
    maintenance_.took(rows);
    sink.message(counted(rows.RowCount(), "row changed", "rows changed"));
}

void SqlDoor::run_change(duckdb::unique_ptr<duckdb::SQLStatement> change, const EngineStatement& source, SqlSink& sink) {
    owner_only("this statement");
    const StatementType type = change->type;
    const auto [schema, table] = target_of(*change);
    if (duckdb::StringUtil::CIEquals(schema, "scrim") || duckdb::StringUtil::CIEquals(schema, "scrim_analyst"))
        throw duckdb::PermissionException(
            "the schema %s is Scrim's own; it is changed by CREATE DGH, CREATE ANONYMIZATION_VIEW and the like", schema);
    if (schema.empty() && catalog().views.contains(table)) {
        if (type == StatementType::DROP_STATEMENT)
            throw duckdb::BinderException("%s is an anonymization view; use DROP ANONYMIZATION_VIEW", table);
        throw duckdb::BinderException("%s is an anonymization view; change the tables that it is made over", table);
    }
    if (source.explain) {
        settle_views();
        ViewExpander views = expander();
        views.expand(*change, source);
        if (source.analyze) throw duckdb::BinderException("EXPLAIN ANALYZE is for SELECT; it would run the change");
        send(connection_.PendingQuery(duckdb::make_uniq<duckdb::ExplainStatement>(std::move(change)), true), sink);
        return;
    }
    const bool cascade = cascades(*change);
    const std::vector<std::string> before = changes_tables(type) ? broken_views() : std::vector<std::string>{};
    if (changes_tables(type)) settle_views();
    ViewExpander views = expander();
    views.expand(*change, source);
    if (changes_data(type) || changes_tables(type)) follow_change(*change, views);
    finish_change(connection_.PendingQuery(std::move(change), !maintenance_.follows()), sink);
    if (!changes_tables(type)) return;
    std::vector<std::string> broken;
    for (const std::string& name : broken_views())
        if (std::find(before.begin(), before.end(), name) == before.end()) broken.push_back(name);
    if (broken.empty()) return;
    if (!cascade)
        throw duckdb::DependencyException("%s would lose what %s made of; drop %s first, or say CASCADE with DROP",
                                          list_some(broken), broken.size() == 1 ? "it is" : "they are",
                                          broken.size() == 1 ? "it" : "them");
    drop_with_dependents(broken);
}

}  // namespace scrim

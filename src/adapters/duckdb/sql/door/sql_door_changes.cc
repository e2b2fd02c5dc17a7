// The owner's statements that change tables: what views depend on must stay.
#include "adapters/duckdb/sql/door/sql_door.h"
#include "adapters/duckdb/sql/rewrite/view_maker.h"
#include "kernel/core/text.h"

#include <duckdb/catalog/catalog.hpp>
#include <duckdb/catalog/catalog_entry/schema_catalog_entry.hpp>
#include <duckdb/catalog/catalog_entry/table_catalog_entry.hpp>
#include <duckdb/parser/parsed_data/copy_info.hpp>
#include <duckdb/parser/parsed_data/create_info.hpp>
#include <duckdb/parser/parsed_data/create_table_info.hpp>
#include <duckdb/parser/parsed_data/create_view_info.hpp>
#include <duckdb/parser/parsed_data/drop_info.hpp>
#include <duckdb/parser/statement/list.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>

#include <algorithm>

namespace scrim::sql {
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

// Settings and variables decide what a query means: integer_division, default_collation, the time zone.
bool changes_settings(StatementType type) {
    return type == StatementType::SET_STATEMENT || type == StatementType::VARIABLE_SET_STATEMENT ||
           type == StatementType::PRAGMA_STATEMENT || type == StatementType::LOAD_STATEMENT;
}

// The table that a statement is about, as it is written; empty for others.
TableName target_of(duckdb::SQLStatement& statement) {
    const auto named = [](const duckdb::TableRef* ref) -> TableName {
        if (ref == nullptr || ref->type != duckdb::TableReferenceType::BASE_TABLE) return {};
        const auto& table = ref->Cast<duckdb::BaseTableRef>();
        return {table.catalog_name, table.schema_name, table.table_name};
    };
    switch (statement.type) {
        case StatementType::INSERT_STATEMENT: {
            const auto& insert = statement.Cast<duckdb::InsertStatement>();
            return {insert.catalog, insert.schema, insert.table};
        }
        case StatementType::UPDATE_STATEMENT: return named(statement.Cast<duckdb::UpdateStatement>().table.get());
        case StatementType::DELETE_STATEMENT: return named(statement.Cast<duckdb::DeleteStatement>().table.get());
        case StatementType::MERGE_INTO_STATEMENT:
            return named(statement.Cast<duckdb::MergeIntoStatement>().target.get());
        case StatementType::COPY_STATEMENT: {
            const auto& info = *statement.Cast<duckdb::CopyStatement>().info;
            return {info.catalog, info.schema, info.table};
        }
        case StatementType::CREATE_STATEMENT: {
            const auto& info = *statement.Cast<duckdb::CreateStatement>().info;
            if (info.type == duckdb::CatalogType::TABLE_ENTRY)
                return {info.catalog, info.schema, info.Cast<duckdb::CreateTableInfo>().table};
            if (info.type == duckdb::CatalogType::VIEW_ENTRY)
                return {info.catalog, info.schema, info.Cast<duckdb::CreateViewInfo>().view_name};
            return {info.catalog, info.schema, ""};
        }
        case StatementType::DROP_STATEMENT: {
            const auto& info = *statement.Cast<duckdb::DropStatement>().info;
            return {info.catalog, info.type == duckdb::CatalogType::SCHEMA_ENTRY ? info.name : info.schema, info.name};
        }
        case StatementType::ALTER_STATEMENT: {
            const auto& info = *statement.Cast<duckdb::AlterStatement>().info;
            return {info.catalog, info.schema, info.name};
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
        } catch (const duckdb::InterruptException&) {
            throw;
        } catch (const std::exception&) {
            broken.push_back(name);
        }
    }
    return broken;
}

void SqlDoor::end_edition(const std::string& view) {
    const auto found = catalog().views.find(view);
    if (found != catalog().views.end() && found->second.definition.materialized)
        maintenance_.end_view(view, connection_, [this] { return server_->is_latest(snapshot_); });
}

void SqlDoor::drop_views(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        end_edition(name);
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
    // Only what INSERT, UPDATE and DELETE reach is known by the table's name: the one that the engine finds by it.
    std::optional<TableName> reached;
    if (change.type == StatementType::INSERT_STATEMENT || change.type == StatementType::UPDATE_STATEMENT ||
        change.type == StatementType::DELETE_STATEMENT) {
        const TableName name = target_of(change);
        const auto entry = duckdb::Catalog::GetEntry<duckdb::TableCatalogEntry>(
            *connection_.context, name.database, name.schema, name.name, duckdb::OnEntryNotFound::RETURN_NULL);
        if (entry) reached = TableName{entry->ParentCatalog().GetName(), entry->ParentSchema().name, entry->name};
    }
    maintenance_.before(change, reached, views, [this] { return server_->is_latest(snapshot_); });
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

void SqlDoor::check_target(duckdb::SQLStatement& change) const {
    const auto [database, schema, table] = target_of(change);
    if (same_sql_name(schema, "scrim") || same_sql_name(schema, "scrim_analyst"))
        throw duckdb::PermissionException(
            "the schema %s is Scrim's own; it is changed by CREATE DGH, CREATE ANONYMIZATION_VIEW and the like",
            schema);
    if (!schema.empty() || !database.empty() || !catalog().views.contains(table)) return;
    if (change.type == StatementType::DROP_STATEMENT)
        throw duckdb::BinderException("%s is an anonymization view; use DROP ANONYMIZATION_VIEW", table);
    if (change.type != StatementType::COPY_STATEMENT)
        throw duckdb::BinderException("%s is an anonymization view; change the tables that it is made over", table);
}

void SqlDoor::run_change(duckdb::unique_ptr<duckdb::SQLStatement> change, const views::EngineStatement& source,
                         SqlSink& sink) {
    owner_only("this statement");
    const StatementType type = change->type;
    check_target(*change);
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
    settle_views_for(*change);
    ViewExpander views = expander();
    views.expand(*change, source);
    if (changes_data(type) || changes_tables(type)) follow_change(*change, views);
    finish_change(connection_.PendingQuery(std::move(change), !maintenance_.follows()), sink);
    if (changes_settings(type)) {
        mark_changed(false);  // it may hold for all sessions
        keep_versions_apart();
    }
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

}  // namespace scrim::sql

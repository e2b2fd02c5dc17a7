#include "adapters/duckdb/sql/catalog/materialized_shape.h"

#include "adapters/duckdb/files/sql_text.h"
#include "adapters/duckdb/sql/catalog/ast_walk.h"
#include "kernel/core/text.h"
#include "methods/views/language/avlike.h"

#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/parser.hpp>
#include <duckdb/parser/qualified_name.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/statement/select_statement.hpp>

#include <algorithm>

namespace scrim::sql {
namespace {

bool is_table(duckdb::Connection& connection, const std::string& schema, const std::string& name) {
    return run_sql(connection,
                   format("SELECT 1 FROM duckdb_tables() WHERE lower(table_name) = lower({}) AND lower(schema_name) "
                          "= lower({})",
                          engine::sql_text(name), engine::sql_text(schema)))
               ->RowCount() > 0;
}

// Functions of rows by themselves: no aggregate, window or subquery, whose value a single row does not tell.
bool reads_one_row(const duckdb::ParsedExpression& expression) {
    return !expression.IsAggregate() && !expression.IsWindow() && !expression.HasSubquery() &&
           expression.GetExpressionClass() != duckdb::ExpressionClass::FUNCTION;
}

// SELECT columns FROM table [WHERE plain conditions], and nothing else.
void read_simple(const ViewEntry& entry, duckdb::QueryNode& node, MaterializedShape& shape) {
    // Consent may end by the value of another column.
    const auto& retain = entry.definition.retain;
    if (!entry.definition.policy.empty() ||
        std::any_of(retain.begin(), retain.end(), [](const views::Retention& r) { return !r.since.empty(); }))
        return;
    if (node.type != duckdb::QueryNodeType::SELECT_NODE || !node.modifiers.empty() || !node.cte_map.map.empty()) return;
    auto& select = node.Cast<duckdb::SelectNode>();
    if (!select.from_table || select.from_table->type != duckdb::TableReferenceType::BASE_TABLE || select.having ||
        select.qualify || select.sample || !select.groups.group_expressions.empty() ||
        select.aggregate_handling != duckdb::AggregateHandling::STANDARD_HANDLING)
        return;
    const auto& from = select.from_table->Cast<duckdb::BaseTableRef>();
    if (!from.schema_name.empty() || !from.catalog_name.empty() || from.sample || !from.column_name_alias.empty() ||
        from.at_clause)
        return;
    // Qualified names would not be understood after RETURNING.
    bool plain = true;
    AstWalk walk;
    walk.on_expression = [&](AstWalk::ExpressionPtr& expression) {
        if (expression->GetExpressionClass() == duckdb::ExpressionClass::COLUMN_REF) {
            auto& names = expression->Cast<duckdb::ColumnRefExpression>().column_names;
            if (names.size() == 2) names.erase(names.begin());
            plain &= names.size() == 1;
        } else if (!reads_one_row(*expression) || expression->GetExpressionClass() == duckdb::ExpressionClass::STAR) {
            plain = false;
        }
    };
    walk.node(node);
    if (!plain) return;
    const auto item = [&](const std::string& column) -> const duckdb::ParsedExpression* {
        for (const auto& expression : select.select_list) {
            const bool named =
                expression->GetAlias().empty()
                    ? expression->GetExpressionClass() == duckdb::ExpressionClass::COLUMN_REF &&
                          same_sql_name(expression->Cast<duckdb::ColumnRefExpression>().column_names.back(), column)
                    : same_sql_name(expression->GetAlias(), column);
            if (named) return expression.get();
        }
        return nullptr;
    };
    for (const std::string& column : columns_of_records(entry.definition)) {
        const auto* expression = item(column);
        if (expression == nullptr) return;
        auto bare = expression->Copy();
        bare->ClearAlias();
        shape.items.push_back(bare->ToString());
        if (shape.items.size() == 1 && bare->GetExpressionClass() == duckdb::ExpressionClass::COLUMN_REF)
            shape.id_column = bare->Cast<duckdb::ColumnRefExpression>().column_names.back();
    }
    if (select.where_clause) shape.where = select.where_clause->ToString();
    shape.table = TableName{entry.database, entry.schema, from.table_name};
}

}  // namespace

std::vector<std::string> columns_of_records(const views::ViewDefinition& view) {
    std::vector<std::string> columns{view.id};
    const auto add = [&](const std::string& name) {
        if (std::none_of(columns.begin(), columns.end(), [&](const auto& c) { return same_sql_name(c, name); }))
            columns.push_back(name);
    };
    for (const auto& attribute : view.quasi_identifiers) add(attribute.column);
    if (view.has_profile()) add(view.profile.column);
    return columns;
}

bool same_table(const TableName& a, const TableName& b) {
    return same_sql_name(a.name, b.name) && same_sql_name(a.schema, b.schema) && same_sql_name(a.database, b.database);
}

bool MaterializedShape::reached_by(const TableName& changed) const {
    return opaque ||
           std::any_of(tables.begin(), tables.end(), [&](const TableName& one) { return same_table(one, changed); });
}

MaterializedShape shape_of_view(duckdb::Connection& connection, const ViewEntry& entry) {
    MaterializedShape shape;
    duckdb::Parser parser;
    parser.ParseQuery(entry.definition.engine_query);
    auto& statement = parser.statements.at(0)->Cast<duckdb::SelectStatement>();
    AstWalk walk;
    walk.on_table = [&](AstWalk::TableRefPtr& ref) {
        const auto& table = ref->Cast<duckdb::BaseTableRef>();
        const std::string schema = table.schema_name.empty() ? entry.schema : table.schema_name;
        if (!table.catalog_name.empty() || !is_table(connection, schema, table.table_name))
            shape.opaque = true;
        else
            shape.tables.push_back({entry.database, schema, table.table_name});
    };
    walk.on_reference = [&](duckdb::TableRef&) { shape.opaque = true; };
    walk.on_expression = [&](AstWalk::ExpressionPtr&) {};
    walk.statement(statement);
    TableName profile;
    if (entry.definition.has_profile()) {
        const auto name = duckdb::QualifiedName::Parse(entry.definition.profile.table);
        profile = {name.catalog.empty() ? entry.database : name.catalog,
                   name.schema.empty() ? entry.schema : name.schema, name.name};
        shape.tables.push_back(profile);
    }
    if (!shape.opaque) {
        read_simple(entry, *statement.node, shape);
        // A table that is its own profile changes both.
        if (shape.table && same_table(*shape.table, profile)) shape.table.reset();
        if (!shape.table) shape.items.clear();
    }
    return shape;
}

}  // namespace scrim::sql

#include "adapters/duckdb/sql/catalog/ast_walk.h"

#include <duckdb/common/string_util.hpp>
#include <duckdb/parser/expression/subquery_expression.hpp>
#include <duckdb/parser/parsed_data/copy_info.hpp>
#include <duckdb/parser/parsed_data/create_table_info.hpp>
#include <duckdb/parser/parsed_expression_iterator.hpp>
#include <duckdb/parser/query_node/cte_node.hpp>
#include <duckdb/parser/query_node/recursive_cte_node.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/query_node/set_operation_node.hpp>
#include <duckdb/parser/result_modifier.hpp>
#include <duckdb/parser/statement/list.hpp>
#include <duckdb/parser/tableref/list.hpp>

#include <algorithm>
#include <utility>

namespace scrim::sql {

using namespace duckdb;  // the names of its syntax tree, which this file is about

namespace {

bool has_star(const ParsedExpression& expression) {
    if (expression.GetExpressionClass() == ExpressionClass::STAR) return true;
    bool found = false;
    ParsedExpressionIterator::EnumerateChildren(expression,
                                                [&](const ParsedExpression& child) { found |= has_star(child); });
    return found;
}

}  // namespace

bool AstWalk::is_cte(const BaseTableRef& table) const {
    return table.catalog_name.empty() && table.schema_name.empty() &&
           std::find(ctes_.begin(), ctes_.end(), StringUtil::Lower(table.table_name)) != ctes_.end();
}

void AstWalk::expression(ExpressionPtr& expression) {
    if (!expression) return;
    ParsedExpressionIterator::EnumerateChildren(*expression, [&](ExpressionPtr& child) { this->expression(child); });
    if (expression->GetExpressionClass() == ExpressionClass::SUBQUERY)
        node(*expression->Cast<SubqueryExpression>().subquery->node);
    on_expression(expression);
}

void AstWalk::reference(TableRefPtr& ref) {
    if (!ref) return;
    switch (ref->type) {
        case TableReferenceType::BASE_TABLE:
            if (auto& table = ref->Cast<BaseTableRef>(); !is_cte(table)) {
                on_table(ref);
            } else if (!cte_prefix.empty()) {
                if (table.alias.empty()) table.alias = table.table_name;
                table.table_name = cte_prefix + table.table_name;
            }
            return;
        case TableReferenceType::JOIN: {
            auto& join = ref->Cast<JoinRef>();
            const bool first = join.ref_type == JoinRefType::POSITIONAL || join.ref_type == JoinRefType::ASOF;
            const bool unseen = join.type == JoinType::SEMI || join.type == JoinType::ANTI;
            on_reference(*ref);
            out_of_where_ += first;
            reference(join.left);
            out_of_where_ += unseen;
            reference(join.right);
            out_of_where_ -= first + unseen;
            expression(join.condition);
            for (auto& column : join.duplicate_eliminated_columns) expression(column);
            return;
        }
        case TableReferenceType::SUBQUERY: node(*ref->Cast<SubqueryRef>().subquery->node); return;
        case TableReferenceType::TABLE_FUNCTION: {
            auto& function = ref->Cast<TableFunctionRef>();
            on_reference(*ref);
            expression(function.function);
            if (function.subquery) node(*function.subquery->node);
            return;
        }
        case TableReferenceType::EXPRESSION_LIST:
            for (auto& row : ref->Cast<ExpressionListRef>().values)
                for (auto& value : row) expression(value);
            return;
        case TableReferenceType::PIVOT: {
            auto& pivot = ref->Cast<PivotRef>();
            on_reference(*ref);
            reference(pivot.source);
            for (auto& aggregate : pivot.aggregates) expression(aggregate);
            for (auto& column : pivot.pivots) {
                for (auto& value : column.pivot_expressions) expression(value);
                if (column.subquery) node(*column.subquery);
            }
            return;
        }
        case TableReferenceType::EMPTY_FROM: return;
        case TableReferenceType::SHOW_REF:
            on_reference(*ref);
            if (auto& query = ref->Cast<ShowRef>().query) node(*query);
            return;
        default: on_reference(*ref); return;
    }
}

// Each sees those before it.
void AstWalk::ctes(CommonTableExpressionMap& map) {
    for (auto& entry : map.map) {
        node(*entry.second->query->node);
        for (auto& target : entry.second->key_targets) expression(target);
        ctes_.push_back(StringUtil::Lower(entry.first));
    }
    if (cte_prefix.empty()) return;
    CommonTableExpressionMap renamed;
    for (auto& entry : map.map) renamed.map[cte_prefix + entry.first] = std::move(entry.second);
    map = std::move(renamed);
}

void AstWalk::node(QueryNode& query) { node(query, std::nullopt); }

void AstWalk::node(QueryNode& query, std::optional<std::size_t> with) {
    const std::size_t begin = with.value_or(ctes_.size());
    const std::vector<std::string> known = ctes_;
    ctes_.resize(begin);
    ctes(query.cte_map);
    switch (query.type) {
        case QueryNodeType::SELECT_NODE: {
            auto& select = query.Cast<SelectNode>();
            on_select(select);
            SelectNode* const enclosing = std::exchange(select_, &select);
            const int out_of_where = std::exchange(out_of_where_, 0);
            reference(select.from_table);
            out_of_where_ = out_of_where;
            select_ = enclosing;
            for (auto& item : select.select_list) expression(item);
            expression(select.where_clause);
            for (auto& group : select.groups.group_expressions) expression(group);
            expression(select.having);
            expression(select.qualify);
            break;
        }
        case QueryNodeType::SET_OPERATION_NODE:
            for (auto& child : query.Cast<SetOperationNode>().children) node(*child);
            break;
        case QueryNodeType::RECURSIVE_CTE_NODE: {
            auto& recursive = query.Cast<RecursiveCTENode>();
            node(*recursive.left);  // which does not see it
            ctes_.push_back(StringUtil::Lower(recursive.ctename));
            recursive.ctename = cte_prefix + recursive.ctename;
            node(*recursive.right);
            for (auto& target : recursive.key_targets) expression(target);
            break;
        }
        case QueryNodeType::CTE_NODE: {
            auto& cte = query.Cast<CTENode>();
            ctes_ = known;
            node(*cte.query);
            ctes_.push_back(StringUtil::Lower(cte.ctename));
            cte.ctename = cte_prefix + cte.ctename;
            node(*cte.child, begin);
            break;
        }
        default: throw NotImplementedException("this kind of query is not supported here");
    }
    ParsedExpressionIterator::EnumerateQueryNodeModifiers(query, [&](ExpressionPtr& child) { expression(child); });
    ctes_ = known;
}

void AstWalk::statement(SQLStatement& statement) {
    ctes_.clear();
    switch (statement.type) {
        case StatementType::SELECT_STATEMENT: node(*statement.Cast<SelectStatement>().node); return;
        case StatementType::EXPLAIN_STATEMENT: this->statement(*statement.Cast<ExplainStatement>().stmt); return;
        case StatementType::PREPARE_STATEMENT: this->statement(*statement.Cast<PrepareStatement>().statement); return;
        case StatementType::INSERT_STATEMENT: {
            auto& insert = statement.Cast<InsertStatement>();
            ctes(insert.cte_map);
            if (insert.select_statement) node(*insert.select_statement->node);
            for (auto& item : insert.returning_list) expression(item);
            return;
        }
        case StatementType::DELETE_STATEMENT: {
            auto& deletion = statement.Cast<DeleteStatement>();
            ctes(deletion.cte_map);
            expression(deletion.condition);
            for (auto& table : deletion.using_clauses) reference(table);
            for (auto& item : deletion.returning_list) expression(item);
            return;
        }
        case StatementType::UPDATE_STATEMENT: {
            auto& update = statement.Cast<UpdateStatement>();
            ctes(update.cte_map);
            reference(update.from_table);
            if (update.set_info) {
                expression(update.set_info->condition);
                for (auto& value : update.set_info->expressions) expression(value);
            }
            for (auto& item : update.returning_list) expression(item);
            return;
        }
        case StatementType::CREATE_STATEMENT: {
            auto& info = *statement.Cast<CreateStatement>().info;
            if (info.type == CatalogType::TABLE_ENTRY)
                if (auto& query = info.Cast<CreateTableInfo>().query) node(*query->node);
            return;
        }
        case StatementType::COPY_STATEMENT:
            if (auto& query = statement.Cast<CopyStatement>().info->select_statement) node(*query);
            return;
        default: return;
    }
}

const duckdb::vector<AstWalk::ExpressionPtr>& select_list(const QueryNode& query) {
    switch (query.type) {
        case QueryNodeType::SELECT_NODE: return query.Cast<SelectNode>().select_list;
        case QueryNodeType::SET_OPERATION_NODE: return select_list(*query.Cast<SetOperationNode>().children.front());
        case QueryNodeType::RECURSIVE_CTE_NODE: return select_list(*query.Cast<RecursiveCTENode>().left);
        case QueryNodeType::CTE_NODE: return select_list(*query.Cast<CTENode>().child);
        default: throw NotImplementedException("this kind of query is not supported here");
    }
}

void name_columns(SQLStatement& statement) {
    AstWalk walk;
    walk.on_select = [](SelectNode& select) {
        for (auto& item : select.select_list)
            if (item->GetAlias().empty() && item->GetExpressionClass() != ExpressionClass::COLUMN_REF &&
                !has_star(*item))
                item->SetAlias(item->GetName());
    };
    walk.statement(statement);
}

}  // namespace scrim::sql

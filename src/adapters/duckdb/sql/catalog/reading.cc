#include "adapters/duckdb/sql/catalog/reading.h"

#include "adapters/duckdb/sql/catalog/exact_type.h"
#include "kernel/core/text.h"

#include <duckdb/planner/expression/list.hpp>
#include <duckdb/planner/expression_iterator.hpp>
#include <duckdb/planner/logical_operator_visitor.hpp>
#include <duckdb/planner/operator/logical_aggregate.hpp>
#include <duckdb/planner/operator/logical_distinct.hpp>
#include <duckdb/planner/operator/logical_get.hpp>
#include <duckdb/planner/planner.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace scrim::sql {
namespace {

using duckdb::LogicalOperatorType;

constexpr const char* way_out =
    "a view's query must give the same rows whenever it is read; keep what it gives with CREATE TABLE … AS SELECT, and "
    "make the view over that table";

// Functions of the session that asks, whatever the engine says of them.
constexpr std::string_view of_session[] = {"current_setting",
                                           "getvariable",
                                           "getenv",
                                           "current_user",
                                           "current_role",
                                           "session_user",
                                           "user",
                                           "current_schema",
                                           "current_schemas",
                                           "current_catalog",
                                           "current_database",
                                           "in_search_path",
                                           "current_query",
                                           "txid_current",
                                           "current_query_id",
                                           "current_connection_id",
                                           "current_transaction_id",
                                           "pg_my_temp_schema",
                                           "pg_conf_load_time",
                                           "pg_postmaster_start_time"};

// Table functions that compute from their arguments.
constexpr std::string_view of_arguments[] = {"seq_scan", "range", "generate_series", "unnest", "repeat", "repeat_row"};

template <class List>
bool is_in(const List& list, std::string_view name) {
    return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

class Judge {
public:
    QueryReading judge(duckdb::LogicalOperator& plan) {
        plan.ResolveOperatorTypes();
        visit(plan);
        return reading_;
    }

private:
    void once() { reading_ = QueryReading::once; }
    // Of equal values any may be kept.
    void keeps_one(const duckdb::LogicalType& type) {
        if (!is_exact_type(type)) once();
    }

    void visit(duckdb::LogicalOperator& op) {
        switch (op.type) {
            case LogicalOperatorType::LOGICAL_PROJECTION:
            case LogicalOperatorType::LOGICAL_FILTER:
            case LogicalOperatorType::LOGICAL_UNNEST:
            case LogicalOperatorType::LOGICAL_ORDER_BY:
            case LogicalOperatorType::LOGICAL_CHUNK_GET:
            case LogicalOperatorType::LOGICAL_DELIM_GET:
            case LogicalOperatorType::LOGICAL_EXPRESSION_GET:
            case LogicalOperatorType::LOGICAL_DUMMY_SCAN:
            case LogicalOperatorType::LOGICAL_EMPTY_RESULT:
            case LogicalOperatorType::LOGICAL_CTE_REF:
            case LogicalOperatorType::LOGICAL_JOIN:
            case LogicalOperatorType::LOGICAL_DELIM_JOIN:
            case LogicalOperatorType::LOGICAL_COMPARISON_JOIN:
            case LogicalOperatorType::LOGICAL_ANY_JOIN:
            case LogicalOperatorType::LOGICAL_CROSS_PRODUCT:
            case LogicalOperatorType::LOGICAL_DEPENDENT_JOIN:
            case LogicalOperatorType::LOGICAL_MATERIALIZED_CTE: break;
            case LogicalOperatorType::LOGICAL_UNION:
            case LogicalOperatorType::LOGICAL_EXCEPT:
            case LogicalOperatorType::LOGICAL_INTERSECT:
                for (const auto& type : op.types) keeps_one(type);
                break;
            case LogicalOperatorType::LOGICAL_DISTINCT: {
                const auto& distinct = op.Cast<duckdb::LogicalDistinct>();
                if (distinct.distinct_type != duckdb::DistinctType::DISTINCT) once();
                for (const auto& target : distinct.distinct_targets) keeps_one(target->return_type);
                break;
            }
            case LogicalOperatorType::LOGICAL_AGGREGATE_AND_GROUP_BY:
                for (const auto& group : op.Cast<duckdb::LogicalAggregate>().groups) keeps_one(group->return_type);
                break;
            case LogicalOperatorType::LOGICAL_LIMIT:
            case LogicalOperatorType::LOGICAL_TOP_N:
            case LogicalOperatorType::LOGICAL_WINDOW:
            case LogicalOperatorType::LOGICAL_PIVOT:
            case LogicalOperatorType::LOGICAL_POSITIONAL_JOIN:
            case LogicalOperatorType::LOGICAL_ASOF_JOIN:
            case LogicalOperatorType::LOGICAL_RECURSIVE_CTE: once(); break;
            case LogicalOperatorType::LOGICAL_SAMPLE:
                throw duckdb::BinderException("the view's query takes a sample; %s", way_out);
            case LogicalOperatorType::LOGICAL_GET: {
                const std::string& name = op.Cast<duckdb::LogicalGet>().function.name;
                if (!is_in(of_arguments, name))
                    throw duckdb::BinderException("the view's query reads %s, which may change when no table does; %s",
                                                  name, way_out);
                break;
            }
            default: throw duckdb::BinderException("this kind of query is not for views; %s", way_out);
        }
        duckdb::LogicalOperatorVisitor::EnumerateExpressions(
            op, [&](duckdb::unique_ptr<duckdb::Expression>* expression) { visit(**expression); });
        for (auto& child : op.children) visit(*child);
    }

    void visit(duckdb::Expression& expression) {
        if (expression.GetExpressionClass() == duckdb::ExpressionClass::BOUND_FUNCTION)
            check(expression.Cast<duckdb::BoundFunctionExpression>());
        if (expression.GetExpressionClass() == duckdb::ExpressionClass::BOUND_AGGREGATE)
            check(expression.Cast<duckdb::BoundAggregateExpression>());
        duckdb::ExpressionIterator::EnumerateChildren(expression, [&](duckdb::Expression& child) { visit(child); });
    }

    void check(const duckdb::BoundFunctionExpression& call) {
        const std::string& name = call.function.name;
        if (name.starts_with("scrim_")) return;  // of a view below, whose rows do not depend on them
        if (name == "error") return;             // gives nothing: the engine's own guard of scalar subqueries
        if (call.function.stability == duckdb::FunctionStability::VOLATILE)
            throw duckdb::BinderException("the view's query calls %s, which gives something else each time; %s", name,
                                          way_out);
        if (call.function.stability != duckdb::FunctionStability::CONSISTENT || is_in(of_session, name) ||
            (name == "age" && call.children.size() == 1))
            throw duckdb::BinderException("the view's query calls %s, which depends on when or by whom it is asked; %s",
                                          name, way_out);
    }

    void check(const duckdb::BoundAggregateExpression& call) {
        const std::string& name = call.function.name;
        if (name == "count" || name == "count_star") return;
        if (call.order_bys || call.children.size() != 1) return once();
        const duckdb::LogicalType& type = call.children[0]->return_type;
        if (name == "min" || name == "max") return keeps_one(type);
        if (!sums_exactly(name, type)) once();
    }

    QueryReading reading_ = QueryReading::again;
};

}  // namespace

QueryReading reading_of(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::SQLStatement> query) {
    QueryReading reading = QueryReading::again;
    connection.context->RunFunctionInTransaction([&] {
        duckdb::Planner planner(*connection.context);
        planner.CreatePlan(std::move(query));
        reading = Judge().judge(*planner.plan);
    });
    return reading;
}

}  // namespace scrim::sql

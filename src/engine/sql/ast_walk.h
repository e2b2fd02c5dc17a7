// AstWalk: visits every table reference and expression of a statement that DuckDB has parsed: in CTEs, joins, set
// operations, subqueries. It knows which names are CTEs at each place.
#pragma once

#include <duckdb.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>

#include <functional>
#include <string>
#include <vector>

namespace scrim {

class AstWalk {
public:
    using TableRefPtr = duckdb::unique_ptr<duckdb::TableRef>;
    using ExpressionPtr = duckdb::unique_ptr<duckdb::ParsedExpression>;

    // A table, view or file by name, which is not a CTE. It may be replaced; what replaces it is not visited.
    std::function<void(TableRefPtr&)> on_table = [](TableRefPtr&) {};
    // A reference of any other kind: table functions, SHOW, PIVOT, VALUES.
    std::function<void(duckdb::TableRef&)> on_reference = [](duckdb::TableRef&) {};
    // An expression, after its parts. It may be replaced.
    std::function<void(ExpressionPtr&)> on_expression = [](ExpressionPtr&) {};

    // SELECT, and the queries inside INSERT, UPDATE, DELETE, CREATE TABLE AS, COPY, EXPLAIN and PREPARE.
    void statement(duckdb::SQLStatement& statement);
    void node(duckdb::QueryNode& node);
    // The SELECT whose FROM is being visited, null outside of any. Its conditions are still as they were written.
    duckdb::SelectNode* select() const { return select_; }
    void reference(TableRefPtr& reference);
    void expression(ExpressionPtr& expression);

private:
    bool is_cte(const duckdb::BaseTableRef& table) const;

    std::vector<std::string> ctes_;  // lower-case, innermost last
    duckdb::SelectNode* select_ = nullptr;
};

}  // namespace scrim

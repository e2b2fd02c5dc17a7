// AstWalk: visits every table reference and expression of a statement that DuckDB has parsed: in CTEs, joins, set
// operations, subqueries. It knows which names are CTEs at each place.
#pragma once

#include <duckdb.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace scrim::sql {

class AstWalk {
public:
    using TableRefPtr = duckdb::unique_ptr<duckdb::TableRef>;
    using ExpressionPtr = duckdb::unique_ptr<duckdb::ParsedExpression>;

    // A table, view or file by name, which is not a CTE. It may be replaced; what replaces it is not visited.
    std::function<void(TableRefPtr&)> on_table = [](TableRefPtr&) {};
    // A reference of any other kind: table functions, SHOW, PIVOT, VALUES.
    std::function<void(duckdb::TableRef&)> on_reference = [](duckdb::TableRef&) {};
    // A SELECT, before its parts.
    std::function<void(duckdb::SelectNode&)> on_select = [](duckdb::SelectNode&) {};
    // An expression, after its parts. It may be replaced.
    std::function<void(ExpressionPtr&)> on_expression = [](ExpressionPtr&) {};

    // What CTEs are called from now on: this and their name. So a name that is taken for a CTE's here and for a table's
    // by the engine finds nothing.
    std::string cte_prefix;

    // SELECT, and the queries inside INSERT, UPDATE, DELETE, CREATE TABLE AS, COPY, EXPLAIN and PREPARE.
    void statement(duckdb::SQLStatement& statement);
    void node(duckdb::QueryNode& node);
    // The SELECT whose FROM is being visited, null outside of any, where rows are matched before its WHERE looks at
    // them (positional and AS OF joins), and where it does not see them at all (the right side of SEMI and ANTI joins).
    // Its conditions are still as they were written.
    duckdb::SelectNode* select() const { return out_of_where_ > 0 ? nullptr : select_; }
    void reference(TableRefPtr& reference);
    void expression(ExpressionPtr& expression);

private:
    bool is_cte(const duckdb::BaseTableRef& table) const;
    void ctes(duckdb::CommonTableExpressionMap& map);
    // DuckDB turns WITH a, b … into nodes for a and b around the query, and each has a copy of the whole WITH. `with`
    // is how many CTEs were known before it, where the node belongs to a WITH that has begun.
    void node(duckdb::QueryNode& node, std::optional<std::size_t> with);

    std::vector<std::string> ctes_;  // lower-case, innermost last
    duckdb::SelectNode* select_ = nullptr;
    int out_of_where_ = 0;
};

// What the answer's columns are made of: the list of a SELECT, and of the first one where several are put together.
const duckdb::vector<AstWalk::ExpressionPtr>& select_list(const duckdb::QueryNode& query);

// A column without a name is called after its text: after the one that was written, not what becomes of it.
void name_columns(duckdb::SQLStatement& statement);

}  // namespace scrim::sql

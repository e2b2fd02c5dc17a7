// How comparisons are written with the functions of compare_functions.cc.
#include "adapters/duckdb/sql/catalog/ast_walk.h"
#include "adapters/duckdb/sql/may_be/compare_functions.h"
#include "adapters/duckdb/sql/may_be/named_comparisons.h"

#include <duckdb/parser/expression/between_expression.hpp>
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/comparison_expression.hpp>
#include <duckdb/parser/expression/conjunction_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/expression/operator_expression.hpp>
#include <duckdb/parser/expression/subquery_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/statement/select_statement.hpp>
#include <duckdb/parser/tableref/subqueryref.hpp>

#include <string>
#include <utility>

namespace scrim::sql {
namespace {

using duckdb::ExpressionType;
using Parsed = duckdb::ParsedExpression;

duckdb::unique_ptr<Parsed> call(const char* name, duckdb::vector<duckdb::unique_ptr<Parsed>> arguments) {
    return duckdb::make_uniq<duckdb::FunctionExpression>(name, std::move(arguments));
}

duckdb::unique_ptr<Parsed> call(views::Comparison comparison, duckdb::unique_ptr<Parsed> left,
                                duckdb::unique_ptr<Parsed> right) {
    duckdb::vector<duckdb::unique_ptr<Parsed>> arguments;
    arguments.push_back(std::move(left));
    arguments.push_back(std::move(right));
    return call(named(comparison).name, std::move(arguments));
}

// The parts of (a, b, …); empty for anything else.
duckdb::vector<duckdb::unique_ptr<Parsed>>* row_parts(Parsed& expression) {
    if (expression.GetExpressionClass() != duckdb::ExpressionClass::FUNCTION) return nullptr;
    auto& function = expression.Cast<duckdb::FunctionExpression>();
    return function.function_name == "row" ? &function.children : nullptr;
}

// (a, b) = (c, d) part by part; null where it is not that.
duckdb::unique_ptr<Parsed> compare_rows(views::Comparison comparison, Parsed& left, Parsed& right) {
    auto *one = row_parts(left), *other = row_parts(right);
    if (one == nullptr || other == nullptr || one->size() != other->size() || one->empty()) return nullptr;
    if (comparison != views::Comparison::equal && comparison != views::Comparison::differ) return nullptr;
    auto made = duckdb::make_uniq<duckdb::ConjunctionExpression>(
        comparison == views::Comparison::equal ? ExpressionType::CONJUNCTION_AND : ExpressionType::CONJUNCTION_OR);
    for (std::size_t i = 0; i < one->size(); ++i)
        made->children.push_back(call(comparison, (*one)[i]->Copy(), (*other)[i]->Copy()));
    return made;
}

constexpr const char* listed = "scrim_listed";

duckdb::unique_ptr<Parsed> exists(duckdb::unique_ptr<duckdb::SelectStatement> query,
                                  duckdb::unique_ptr<Parsed> condition) {
    auto from = duckdb::make_uniq<duckdb::SubqueryRef>(std::move(query), listed);
    from->column_name_alias = {"scrim_value"};
    auto select = duckdb::make_uniq<duckdb::SelectNode>();
    select->select_list.push_back(duckdb::make_uniq<duckdb::ConstantExpression>(duckdb::Value::INTEGER(1)));
    select->from_table = std::move(from);
    select->where_clause = std::move(condition);
    auto made = duckdb::make_uniq<duckdb::SubqueryExpression>();
    made->subquery_type = duckdb::SubqueryType::EXISTS;
    made->subquery = duckdb::make_uniq<duckdb::SelectStatement>();
    made->subquery->node = std::move(select);
    return made;
}

duckdb::unique_ptr<Parsed> listed_value() {
    return duckdb::make_uniq<duckdb::ColumnRefExpression>("scrim_value", listed);
}

// x = ANY (SELECT …), which is IN, and the like.
duckdb::unique_ptr<Parsed> compare_any(duckdb::SubqueryExpression& any) {
    if (any.subquery_type != duckdb::SubqueryType::ANY || row_parts(*any.child) != nullptr) return nullptr;
    const auto query = [&] {
        return duckdb::unique_ptr_cast<duckdb::SQLStatement, duckdb::SelectStatement>(any.subquery->Copy());
    };
    for (const NamedComparison& known : named_comparisons)
        if (any.comparison_type == known.type)
            return exists(query(), call(known.comparison, any.child->Copy(), listed_value()));
    return nullptr;
}

// NOT of what compare_any has made of x = ANY (SELECT …): each of them may differ, so none is surely equal. Null for
// others.
duckdb::unique_ptr<Parsed> not_listed(duckdb::unique_ptr<Parsed> expression) {
    auto& any = expression->Cast<duckdb::SubqueryExpression>();
    if (any.subquery_type != duckdb::SubqueryType::EXISTS ||
        any.subquery->node->type != duckdb::QueryNodeType::SELECT_NODE)
        return nullptr;
    auto& select = any.subquery->node->Cast<duckdb::SelectNode>();
    if (!select.from_table || select.from_table->alias != listed || !select.where_clause ||
        select.where_clause->GetExpressionClass() != duckdb::ExpressionClass::FUNCTION)
        return nullptr;
    auto& name = select.where_clause->Cast<duckdb::FunctionExpression>().function_name;
    if (name != named(views::Comparison::equal).name) return nullptr;
    name = "scrim_must_eq";
    return duckdb::make_uniq<duckdb::OperatorExpression>(ExpressionType::OPERATOR_NOT, std::move(expression));
}

// What may not hold: NOT goes down to the comparisons, as "may differ" is not the opposite of "may be equal". Null for
// what is none of ours.
duckdb::unique_ptr<Parsed> negation(const Parsed& expression) {
    if (expression.GetExpressionClass() == duckdb::ExpressionClass::CONJUNCTION) {
        const auto& conjunction = expression.Cast<duckdb::ConjunctionExpression>();
        const bool is_and = expression.GetExpressionType() == ExpressionType::CONJUNCTION_AND;
        auto made = duckdb::make_uniq<duckdb::ConjunctionExpression>(is_and ? ExpressionType::CONJUNCTION_OR
                                                                            : ExpressionType::CONJUNCTION_AND);
        for (const auto& child : conjunction.children) {
            auto negated = negation(*child);
            if (!negated)
                negated = duckdb::make_uniq<duckdb::OperatorExpression>(ExpressionType::OPERATOR_NOT, child->Copy());
            made->children.push_back(std::move(negated));
        }
        return made;
    }
    if (expression.GetExpressionClass() == duckdb::ExpressionClass::SUBQUERY) {
        auto copy = expression.Copy();
        return not_listed(std::move(copy));
    }
    if (expression.GetExpressionClass() != duckdb::ExpressionClass::FUNCTION) return nullptr;
    static constexpr std::pair<const char*, const char*> opposites[] = {
        {"scrim_eq", "scrim_ne"},     {"scrim_lt", "scrim_ge"},     {"scrim_gt", "scrim_le"},
        {"scrim_in", "scrim_not_in"}, {"scrim_is", "scrim_is_not"}, {"scrim_between", "scrim_not_between"}};
    auto made = expression.Copy();
    auto& name = made->Cast<duckdb::FunctionExpression>().function_name;
    for (const auto& [one, other] : opposites)
        if (name == one || name == other) {
            name = name == one ? other : one;
            return made;
        }
    return nullptr;
}

duckdb::unique_ptr<Parsed> replacement(Parsed& expression) {
    switch (expression.GetExpressionClass()) {
        case duckdb::ExpressionClass::COMPARISON: {
            auto& comparison = expression.Cast<duckdb::ComparisonExpression>();
            for (const NamedComparison& known : named_comparisons)
                if (comparison.GetExpressionType() == known.type) {
                    if (auto rows = compare_rows(known.comparison, *comparison.left, *comparison.right)) return rows;
                    return call(known.comparison, std::move(comparison.left), std::move(comparison.right));
                }
            const bool distinct = comparison.GetExpressionType() == ExpressionType::COMPARE_DISTINCT_FROM;
            if (!distinct && comparison.GetExpressionType() != ExpressionType::COMPARE_NOT_DISTINCT_FROM)
                return nullptr;
            duckdb::vector<duckdb::unique_ptr<Parsed>> arguments;
            arguments.push_back(std::move(comparison.left));
            arguments.push_back(std::move(comparison.right));
            return call(distinct ? "scrim_is_not" : "scrim_is", std::move(arguments));
        }
        case duckdb::ExpressionClass::BETWEEN: {
            auto& between = expression.Cast<duckdb::BetweenExpression>();
            duckdb::vector<duckdb::unique_ptr<Parsed>> arguments;
            arguments.push_back(std::move(between.input));
            arguments.push_back(std::move(between.lower));
            arguments.push_back(std::move(between.upper));
            return call("scrim_between", std::move(arguments));
        }
        case duckdb::ExpressionClass::OPERATOR: {
            auto& in = expression.Cast<duckdb::OperatorExpression>();
            if (in.GetExpressionType() == ExpressionType::OPERATOR_NOT) return negation(*in.children[0]);
            const bool negated = in.GetExpressionType() == ExpressionType::COMPARE_NOT_IN;
            if ((negated || in.GetExpressionType() == ExpressionType::COMPARE_IN) &&
                row_parts(*in.children[0]) != nullptr) {
                auto any = duckdb::make_uniq<duckdb::ConjunctionExpression>(negated ? ExpressionType::CONJUNCTION_AND
                                                                                    : ExpressionType::CONJUNCTION_OR);
                for (std::size_t i = 1; i < in.children.size(); ++i) {
                    auto one = compare_rows(negated ? views::Comparison::differ : views::Comparison::equal,
                                            *in.children[0], *in.children[i]);
                    if (!one) return nullptr;
                    any->children.push_back(std::move(one));
                }
                return any;
            }
            if (!negated && in.GetExpressionType() != ExpressionType::COMPARE_IN) return nullptr;
            return call(negated ? "scrim_not_in" : "scrim_in", std::move(in.children));
        }
        case duckdb::ExpressionClass::SUBQUERY: return compare_any(expression.Cast<duckdb::SubqueryExpression>());
        default: return nullptr;
    }
}

bool mentions(const Parsed& expression, const GeneralizedNames& names) {
    return expression.GetExpressionClass() == duckdb::ExpressionClass::COLUMN_REF &&
           names.contains(expression.Cast<duckdb::ColumnRefExpression>().column_names.back());
}

// Whether a generalized column may be meant: others are left to the engine, whose NOT IN knows NULL.
bool mentions(const duckdb::SubqueryExpression& any, const GeneralizedNames& names) {
    if (any.child && mentions(*any.child, names)) return true;
    for (const auto& item : select_list(*any.subquery->node))
        if (mentions(*item, names)) return true;
    return false;
}

}  // namespace

void replace_comparison(duckdb::unique_ptr<Parsed>& expression, const GeneralizedNames& names) {
    if (expression->GetExpressionClass() == duckdb::ExpressionClass::SUBQUERY &&
        !mentions(expression->Cast<duckdb::SubqueryExpression>(), names))
        return;
    switch (expression->GetExpressionClass()) {
        case duckdb::ExpressionClass::COMPARISON:
        case duckdb::ExpressionClass::BETWEEN:
        case duckdb::ExpressionClass::SUBQUERY:
        case duckdb::ExpressionClass::OPERATOR: break;
        default: return;
    }
    const std::string alias = expression->GetAlias();
    const std::string shown = alias.empty() ? expression->ToString() : alias;  // a column is called after it
    const auto location = expression->query_location;
    if (auto made = replacement(*expression)) {
        expression = std::move(made);
        expression->SetAlias(shown);
        expression->query_location = location;
    }
}

}  // namespace scrim::sql

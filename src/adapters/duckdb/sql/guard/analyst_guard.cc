#include "adapters/duckdb/sql/guard/analyst_guard.h"

#include "adapters/duckdb/sql/catalog/ast_walk.h"
#include "adapters/duckdb/sql/catalog/guarded.h"
#include "adapters/duckdb/sql/guard/built_in.h"
#include "kernel/core/random.h"
#include "kernel/core/text.h"

#include <duckdb/common/string_util.hpp>
#include <duckdb/common/type_visitor.hpp>
#include <duckdb/parser/expression/list.hpp>
#include <duckdb/parser/statement/list.hpp>
#include <duckdb/parser/tableref/table_function_ref.hpp>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace scrim::sql {
namespace {

using duckdb::StatementType;

// What a message has that quotes more than the analyst has written.
constexpr const char* inner_words[] = {"scrim_", "ColumnData", "SELECT", "ENUM("};

// Functions that compute from their arguments alone, in bounded time and memory, and fail without side effects.
const std::unordered_set<std::string_view>& allowed_functions() {
    static const std::unordered_set<std::string_view> all{
        // aggregates
        "count", "count_star", "count_if", "sum", "avg", "mean", "min", "max", "median", "mode", "quantile",
        "quantile_cont", "quantile_disc", "stddev", "stddev_samp", "stddev_pop", "variance", "var_samp", "var_pop",
        "string_agg", "group_concat", "listagg", "list", "array_agg", "first", "last", "any_value", "arg_min",
        "arg_max", "min_by", "max_by", "bool_and", "bool_or", "approx_count_distinct", "corr", "covar_pop",
        "covar_samp", "regr_slope", "regr_intercept", "regr_count", "regr_r2", "kurtosis", "skewness", "entropy", "mad",
        "product", "fsum", "favg", "grouping", "grouping_id",
        // windows
        "row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile", "lag", "lead", "first_value",
        "last_value", "nth_value",
        // numbers
        "abs", "ceil", "ceiling", "floor", "round", "trunc", "sign", "sqrt", "cbrt", "power", "pow", "exp", "ln", "log",
        "log2", "log10", "mod", "fmod", "divide", "multiply", "add", "subtract", "greatest", "least", "pi", "radians",
        "degrees", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "isnan", "isinf", "isfinite", "factorial",
        "gcd", "lcm",
        // text
        "lower", "upper", "lcase", "ucase", "length", "len", "strlen", "trim", "ltrim", "rtrim", "substring", "substr",
        "left", "right", "concat", "concat_ws", "replace", "reverse", "split_part", "string_split", "str_split",
        "contains", "starts_with", "ends_with", "prefix", "suffix", "instr", "position", "strpos", "regexp_matches",
        "regexp_replace", "regexp_extract", "regexp_full_match", "like_escape", "not_like_escape", "ilike_escape",
        "not_ilike_escape", "ascii", "chr", "levenshtein", "label",
        // times
        "date_part", "datepart", "date_trunc", "datetrunc", "date_diff", "datediff", "date_add", "date_sub", "datesub",
        "year", "month", "day", "quarter", "week", "weekday", "dayofweek", "dayofmonth", "dayofyear", "isodow", "hour",
        "minute", "second", "strftime", "strptime", "make_date", "age", "today", "current_date", "now", "last_day",
        "monthname", "dayname", "to_days", "to_months", "to_years",
        // the rest
        "coalesce", "nullif", "ifnull", "if", "list_value", "array_value", "struct_pack", "row", "unnest",
        "array_length", "list_contains", "list_sort", "list_distinct", "constant_or_null"};
    return all;
}

// Symbols such as +, || and ~~ are named by themselves.
bool is_operator(std::string_view name) {
    return !name.empty() && std::none_of(name.begin(), name.end(), [](char c) {
        return duckdb::StringUtil::CharacterIsAlphaNumeric(c) || c == '_';
    });
}

template <class Call>
void check_function(const Call& call) {
    const std::string lower = duckdb::StringUtil::Lower(call.function_name);
    const bool plain =
        (call.catalog.empty() || same_sql_name(call.catalog, "system")) &&
        (call.schema.empty() || same_sql_name(call.schema, "main") || same_sql_name(call.schema, "pg_catalog"));
    if (!plain || (!is_operator(lower) && !allowed_functions().contains(lower)))
        throw duckdb::PermissionException("the function %s is not for analysts", call.function_name);
}

// The engine's own type of this name, if it has one.
std::optional<duckdb::LogicalType> built_in_type(const duckdb::LogicalType& type) {
    const duckdb::LogicalType found = duckdb::UnboundType::TryDefaultBind(type);
    const bool unknown = duckdb::TypeVisitor::Contains(found, [](const duckdb::LogicalType& part) {
        return part.id() == duckdb::LogicalTypeId::UNBOUND || part.id() == duckdb::LogicalTypeId::INVALID;
    });
    return unknown ? std::nullopt : std::optional(found);
}

// Does it list its values where it is named? Such a type is looked up later, by its name.
bool is_enum(const duckdb::TypeExpression& type) {
    return same_sql_name(type.GetTypeName(), "enum") ||
           std::any_of(type.GetChildren().begin(), type.GetChildren().end(), [](const auto& child) {
               return child->GetExpressionClass() == duckdb::ExpressionClass::TYPE &&
                      is_enum(child->template Cast<duckdb::TypeExpression>());
           });
}

// The type, or the one inside it, that the engine does not know.
std::string unknown_type(const duckdb::TypeExpression& type) {
    for (const auto& child : type.GetChildren())
        if (child->GetExpressionClass() == duckdb::ExpressionClass::TYPE &&
            !built_in_type(duckdb::LogicalType::UNBOUND(child->Copy())))
            return unknown_type(child->Cast<duckdb::TypeExpression>());
    return type.GetTypeName();
}

// The engine's own types, found by their names now, so that nobody's type of that name is found later; all others are
// of somebody's making, and may list values.
void use_built_in_type(duckdb::LogicalType& type) {
    const bool named = type.id() == duckdb::LogicalTypeId::UNBOUND;
    if (named && is_enum(duckdb::UnboundType::GetTypeExpression(type)->Cast<duckdb::TypeExpression>()))
        throw duckdb::PermissionException("the type ENUM is not for analysts");
    const std::optional<duckdb::LogicalType> found = built_in_type(type);
    if (!found)
        throw duckdb::PermissionException(
            "the type %s is not for analysts",
            named ? unknown_type(duckdb::UnboundType::GetTypeExpression(type)->Cast<duckdb::TypeExpression>())
                  : type.ToString());
    type = *found;
}

void check_expression(duckdb::ParsedExpression& expression) {
    switch (expression.GetExpressionClass()) {
        case duckdb::ExpressionClass::FUNCTION: {
            check_function(expression.Cast<duckdb::FunctionExpression>());
            use_built_in(expression);
            return;
        }
        case duckdb::ExpressionClass::WINDOW: {
            check_function(expression.Cast<duckdb::WindowExpression>());
            use_built_in(expression);
            return;
        }
        case duckdb::ExpressionClass::CAST:
            use_built_in_type(expression.Cast<duckdb::CastExpression>().cast_type);
            return;
        case duckdb::ExpressionClass::BETWEEN:
        case duckdb::ExpressionClass::CASE:
        case duckdb::ExpressionClass::COLLATE:
        case duckdb::ExpressionClass::COLUMN_REF:
        case duckdb::ExpressionClass::COMPARISON:
        case duckdb::ExpressionClass::CONJUNCTION:
        case duckdb::ExpressionClass::CONSTANT:
        case duckdb::ExpressionClass::LAMBDA:
        case duckdb::ExpressionClass::LAMBDA_REF:
        case duckdb::ExpressionClass::OPERATOR:
        case duckdb::ExpressionClass::PARAMETER:
        case duckdb::ExpressionClass::POSITIONAL_REFERENCE:
        case duckdb::ExpressionClass::STAR:
        case duckdb::ExpressionClass::SUBQUERY: return;
        default: throw duckdb::PermissionException("this kind of expression is not for analysts");
    }
}

void check_query(duckdb::SQLStatement& statement, const ViewCatalog& catalog, const std::string& grantee) {
    name_columns(statement);  // before functions get their full names
    AstWalk walk;
    walk.cte_prefix = format("scrim_cte_{:016x}_", SystemRandom().next());
    walk.on_table = [&](AstWalk::TableRefPtr& ref) {
        const auto& table = ref->Cast<duckdb::BaseTableRef>();
        const bool granted = std::any_of(catalog.grants.begin(), catalog.grants.end(), [&](const GrantEntry& grant) {
            return same_sql_name(grant.view, table.table_name) && same_sql_name(grant.grantee, grantee);
        });
        if (!granted || !catalog.views.contains(table.table_name) || !table.schema_name.empty() ||
            !table.catalog_name.empty() || table.at_clause)
            throw duckdb::PermissionException("there is no anonymization view %s that is granted to %s",
                                              table.table_name, grantee);
    };
    walk.on_reference = [&](duckdb::TableRef& ref) {
        if (ref.type == duckdb::TableReferenceType::JOIN) return;
        if (ref.type == duckdb::TableReferenceType::TABLE_FUNCTION) {
            auto& call = *ref.Cast<duckdb::TableFunctionRef>().function;
            if (call.GetExpressionClass() == duckdb::ExpressionClass::FUNCTION) {
                const auto& name = call.Cast<duckdb::FunctionExpression>().function_name;
                if (same_sql_name(name, "unnest")) return;
                throw duckdb::PermissionException("the function %s is not for analysts", name);
            }
        }
        throw duckdb::PermissionException("this kind of table is not for analysts");
    };
    walk.on_expression = [&](AstWalk::ExpressionPtr& expression) { check_expression(*expression); };
    walk.statement(statement);
}

}  // namespace

void check_analyst(duckdb::SQLStatement& statement, const ViewCatalog& catalog, const std::string& grantee) {
    switch (statement.type) {
        case StatementType::SELECT_STATEMENT: check_query(statement, catalog, grantee); return;
        case StatementType::PREPARE_STATEMENT: {
            auto& inner = *statement.Cast<duckdb::PrepareStatement>().statement;
            if (inner.type == StatementType::SELECT_STATEMENT) return check_query(inner, catalog, grantee);
            break;
        }
        case StatementType::EXECUTE_STATEMENT:
            for (const auto& [name, value] : statement.Cast<duckdb::ExecuteStatement>().named_values)
                if (value->GetExpressionClass() != duckdb::ExpressionClass::CONSTANT)
                    throw duckdb::PermissionException("analysts give constants to EXECUTE");
            return;
        case StatementType::DROP_STATEMENT:
            if (statement.Cast<duckdb::DropStatement>().info->type == duckdb::CatalogType::PREPARED_STATEMENT) return;
            break;
        default: break;
    }
    throw duckdb::PermissionException("this statement is not for analysts; they SELECT from anonymization views");
}

Error analyst_error(const duckdb::ErrorData& error) {
    switch (error.Type()) {
        case duckdb::ExceptionType::PERMISSION:
        case duckdb::ExceptionType::PARSER:
        case duckdb::ExceptionType::SYNTAX:
        case duckdb::ExceptionType::INTERRUPT: return engine_error(error);
        case duckdb::ExceptionType::BINDER:
        case duckdb::ExceptionType::PARAMETER_NOT_RESOLVED:
        case duckdb::ExceptionType::PARAMETER_NOT_ALLOWED:
            // These may quote what a view stands for.
            if (Error said = engine_error(error);
                std::none_of(std::begin(inner_words), std::end(inner_words),
                             [&](const char* word) { return said.message.find(word) != std::string::npos; }))
                return said;
            return input_error("the query could not be understood as a whole; look at its types and names");
        case duckdb::ExceptionType::CATALOG: return input_error("a name in the query is not known");
        case duckdb::ExceptionType::OUT_OF_MEMORY: return input_error("the query needs too much memory");
        case duckdb::ExceptionType::INTERNAL:
        case duckdb::ExceptionType::FATAL: return fault_error("the query could not be run");
        default:
            return input_error("the query failed on a value that it met; no more is said, for it could be personal");
    }
}

}  // namespace scrim::sql

#include "adapters/duckdb/sql/guard/built_in.h"

#include "adapters/duckdb/sql/catalog/ast_walk.h"

#include <duckdb/catalog/catalog.hpp>
#include <duckdb/main/database_manager.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/expression/window_expression.hpp>

namespace scrim::sql {
namespace {

template <class Call>
void qualify(Call& call) {
    call.catalog = SYSTEM_CATALOG;
    call.schema = DEFAULT_SCHEMA;
}

// What the engine writes for brackets, dots, braces, AT TIME ZONE and words such as current_date.
constexpr const char* syntax[] = {"array_extract",
                                  "array_slice",
                                  "list_slice",
                                  "list_extract",
                                  "list_value",
                                  "list_concat",
                                  "list_contains",
                                  "struct_extract",
                                  "struct_extract_at",
                                  "struct_pack",
                                  "map",
                                  "map_extract",
                                  "map_extract_value",
                                  "row",
                                  "contains",
                                  "json_extract",
                                  "json_extract_string",
                                  "timezone",
                                  "unnest",
                                  "current_date",
                                  "current_time",
                                  "current_timestamp",
                                  "get_current_timestamp",
                                  "localtime",
                                  "localtimestamp",
                                  "current_user",
                                  "current_role",
                                  "session_user",
                                  "user",
                                  "current_catalog",
                                  "current_schema",
                                  "concat",
                                  "error"};

}  // namespace

void use_built_in(duckdb::ParsedExpression& expression) {
    if (expression.GetExpressionClass() == duckdb::ExpressionClass::FUNCTION) {
        auto& call = expression.Cast<duckdb::FunctionExpression>();
        // (What GROUPING means is part of the grammar.)
        if (!call.function_name.starts_with("grouping")) qualify(call);
    }
    if (expression.GetExpressionClass() == duckdb::ExpressionClass::WINDOW)
        qualify(expression.Cast<duckdb::WindowExpression>());
}

void use_our_own(duckdb::SQLStatement& statement) {
    AstWalk walk;
    walk.on_expression = [](AstWalk::ExpressionPtr& expression) {
        if (expression->GetExpressionClass() == duckdb::ExpressionClass::FUNCTION &&
            expression->Cast<duckdb::FunctionExpression>().function_name.starts_with("scrim_"))
            use_built_in(*expression);
    };
    walk.statement(statement);
}

std::string shadowed_syntax(duckdb::ClientContext& context) {
    const std::string& database = duckdb::DatabaseManager::GetDefaultDatabase(context);
    for (const char* name : syntax)
        for (const char* schema : {DEFAULT_SCHEMA, "scrim_analyst"})
            if (duckdb::Catalog::GetEntry(context, database, schema, {duckdb::CatalogType::SCALAR_FUNCTION_ENTRY, name},
                                          duckdb::OnEntryNotFound::RETURN_NULL))
                return name;
    return "";
}

}  // namespace scrim::sql

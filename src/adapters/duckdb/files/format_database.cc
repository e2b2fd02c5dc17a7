// A file of DuckDB: a table of it, or what a query answers.
#include "adapters/duckdb/files/relation_opener.h"
#include "adapters/duckdb/files/sql_text.h"
#include "kernel/core/text.h"

#include <filesystem>
#include <utility>
#include <vector>

namespace scrim::engine {
namespace {

// Schema and name of the table asked for, or of the only one there is.
Result<std::pair<std::string, std::string>> choose_table(RelationOpener& opener) {
    const TableInput& input = opener.input();
    SCRIM_TRY(const TextRows found,
              ask(opener.database(),
                  "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'data' UNION ALL "
                  "SELECT schema_name, view_name FROM duckdb_views() WHERE database_name = 'data' AND NOT "
                  "internal ORDER BY ALL"));
    std::vector<std::pair<std::string, std::string>> matching;
    std::vector<std::string> names;
    for (const std::vector<std::string>& row : found) {
        const std::string &schema = row[0], &table = row[1];
        names.push_back(schema == "main" ? table : schema + "." + table);
        if (input.table.empty() || input.table == names.back() || input.table == schema + "." + table)
            matching.emplace_back(schema, table);
    }
    if (names.empty()) return input_error("the file holds no table");
    if (matching.size() == 1) return matching.front();
    if (input.table.empty())
        return input_error(format("the file holds several tables; choose one of {}", list_some(names, 20)));
    return input_error(format("there is no table {}{}; there are {}", quoted(input.table),
                              did_you_mean(input.table, names), list_some(names, 20)));
}

// The query as a table expression.
Result<std::string> one_select(RelationOpener& opener) {
    std::string from = format("query({})", sql_text(opener.input().query));
    const auto types = types_of(opener.database(), "FROM " + from);
    if (types) return from;
    if (types.error().message.find("single SELECT statement") == std::string::npos) return types.error();
    return input_error("the query is not one SELECT; nothing else is accepted");
}

Result<void> open_database(RelationOpener& opener) {
    const TableInput& input = opener.input();
    Relation& relation = opener.relation();
    opener.database().keep_apart();
    const std::string file = sql_text(std::filesystem::absolute(input.path).string());
    SCRIM_CHECK(run(opener.database(), format("ATTACH {} AS data (READ_ONLY)", file)));
    SCRIM_CHECK(run(opener.database(), "USE data"));
    // A query reads this file and no other.
    SCRIM_CHECK(run(opener.database(), "SET enable_external_access = false"));
    if (!input.query.empty()) {
        relation.name = "query on " + input.path;
        SCRIM_TRY(const std::string from, one_select(opener));
        return opener.describe(from, input.query);
    }
    SCRIM_TRY(const auto table, choose_table(opener));
    relation.name = format("table {} of {}", table.second, input.path);
    SCRIM_CHECK(opener.describe(format("data.{}.{}", sql_name(table.first), sql_name(table.second))));
    return opener.count_rows();
}

}  // namespace

const FormatSpec& database_format() {
    static const FormatSpec spec = [] {
        FormatSpec made;
        made.name = "database";
        made.extensions = {"db", "duckdb"};
        made.packed = true;
        made.many_tables = true;
        made.typed = true;
        made.open = open_database;
        return made;
    }();
    return spec;
}

}  // namespace scrim::engine

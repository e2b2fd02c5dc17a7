#include "adapters/libpq/relation.h"

#include "adapters/libpq/cells/sql_text.h"
#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <set>

namespace scrim::libpq {
namespace {

struct Found {
    std::string schema, table, oid;
    std::uint64_t rows = 0;
};

// The tables, views and foreign tables that the role may read, with the name that is asked for: all where it is empty.
constexpr const char* tables_sql =
    "SELECT n.nspname, c.relname, c.oid, pg_catalog.pg_table_is_visible(c.oid), "
    "CASE WHEN c.reltuples > 0 THEN c.reltuples::pg_catalog.int8 ELSE 0 END "
    "FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace "
    "WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition "
    "AND n.nspname NOT IN ('pg_catalog', 'information_schema') "
    "AND n.nspname NOT LIKE 'pg\\_toast%' AND n.nspname NOT LIKE 'pg\\_temp%' "
    "AND (pg_catalog.has_any_column_privilege(c.oid, 'SELECT') OR $1 <> '') "
    "AND ($1 = '' OR $1 = c.relname OR $1 = n.nspname || '.' || c.relname) "
    "ORDER BY n.nspname, c.relname";

Result<Found> choose_table(Connection& connection, const std::string& asked) {
    const auto list = [&](const std::string& name) { return connection.ask(tables_sql, {name}, no_progress()); };
    SCRIM_TRY(const TextRows rows, list(asked));
    std::vector<Found> matching;
    for (const auto& row : rows) {
        const bool visible = *row[3] == "t";
        if (asked.empty() || visible || asked == *row[0] + "." + *row[1])
            matching.push_back({*row[0], *row[1], *row[2], std::stoull(*row[4])});
    }
    if (matching.size() == 1) return matching.front();
    SCRIM_TRY(const TextRows all, asked.empty() ? Result<TextRows>(rows) : list(""));
    std::vector<std::string> names;
    for (const auto& row : all) names.push_back(*row[3] == "t" ? *row[1] : *row[0] + "." + *row[1]);
    if (names.empty()) return input_error("the database holds no table that this role may read");
    if (asked.empty())
        return input_error(format("the database holds several tables; choose one with {} or ?table=: {}",
                                  field("table"), list_some(names, 20)));
    if (matching.size() > 1)
        return input_error(format("two tables are called {}; read one with ?query=SELECT …", quoted(asked)));
    return input_error(format("there is no table {}{}; there are {}", quoted(asked), did_you_mean(asked, names),
                              list_some(names, 20)));
}

Result<void> refuse_row_security(Connection& connection, const std::string& oid) {
    SCRIM_TRY(const TextRows rows,
              connection.ask("SELECT pg_catalog.row_security_active($1::pg_catalog.oid), current_user", {oid},
                             no_progress()));
    if (*rows[0][0] != "t") return {};
    return input_error(
        format("row-level security hides rows of it from role {}, and a guarantee about some of the rows is none about "
               "the table; read it as its owner, or as a role with BYPASSRLS",
               quoted(*rows[0][1])));
}

// The columns of what stands in `relation.from`.
Result<void> describe(Connection& connection, Relation& relation) {
    SCRIM_TRY(const auto described, connection.describe("SELECT * FROM " + relation.from, no_progress()));
    if (described.empty()) return input_error("it has no columns");
    std::set<std::uint32_t> unknown;
    for (const DescribedColumn& column : described) {
        for (const RelationColumn& other : relation.columns)
            if (other.name == column.name)
                return input_error(
                    format("two columns are named {}; give each a name of its own", quoted(column.name)));
        RelationColumn& made = relation.columns.emplace_back();
        made.name = column.name;
        made.type = cell_type(column.type);
        made.collated = made.type && (made.type->layout == Layout::text || made.type->layout == Layout::padded);
        if (!made.type) unknown.insert(column.type);
    }
    for (const std::uint32_t type : unknown) {
        SCRIM_TRY(
            const TextRows rows,
            connection.ask("SELECT typtype, pg_catalog.format_type(oid, NULL) FROM pg_catalog.pg_type WHERE oid = "
                           "$1::pg_catalog.oid",
                           {std::to_string(type)}, no_progress()));
        for (std::size_t c = 0; c < described.size(); ++c) {
            if (described[c].type != type) continue;
            RelationColumn& column = relation.columns[c];
            column.type_name = rows.empty() ? std::to_string(type) : *rows[0][1];
            if (!rows.empty() && *rows[0][0] == "e") column.type = CellType{};  // an enum is sent as its label
        }
    }
    return {};
}

}  // namespace

Result<Relation> find_relation(Connection& connection, const Address& address) {
    Relation relation;
    if (!address.query.empty()) {
        relation.name = "query on " + address.server;
        // A comment at its end ends there, too.
        relation.from = format("({}\n) AS scrim_rows", address.query);
        if (const auto described = describe(connection, relation); !described)
            return input_error(format("{}: the query is not one SELECT that can be read: {}", relation.name,
                                      described.error().message));
        return relation;
    }
    const auto found = choose_table(connection, address.table);
    if (!found) return input_error(format("{}: {}", address.server, found.error().message));
    relation.name =
        format("table {} of {}", found->schema == "public" ? found->table : found->schema + "." + found->table,
               address.server);
    relation.schema = found->schema;
    relation.table = found->table;
    relation.rows = found->rows;
    relation.from = sql_name(found->schema, found->table);
    auto ready = refuse_row_security(connection, found->oid);
    if (ready) ready = describe(connection, relation);
    if (!ready) return Error{ready.error().kind, format("{}: {}", relation.name, ready.error().message)};
    return relation;
}

Result<Relation> table_relation(Connection& connection, const std::string& schema, const std::string& table) {
    Relation relation;
    relation.name = schema + "." + table;
    relation.schema = schema;
    relation.table = table;
    relation.from = sql_name(schema, table);
    SCRIM_CHECK(describe(connection, relation));
    return relation;
}

}  // namespace scrim::libpq

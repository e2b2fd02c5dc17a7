#include "adapters/libpq/table_rights.h"

#include "adapters/libpq/cells/sql_text.h"
#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <vector>

namespace scrim::libpq {

Result<bool> table_exists(Connection& connection, const std::string& schema, const std::string& table) {
    SCRIM_TRY(const TextRows rows,
              connection.ask("SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = "
                             "c.relnamespace WHERE n.nspname = $1 AND c.relname = $2",
                             {schema, table}, no_progress()));
    return !rows.empty();
}

Result<void> refuse_open_schema(Connection& connection, const std::string& schema, Holds what) {
    SCRIM_TRY(const TextRows rows,
              connection.ask("SELECT pg_catalog.pg_get_userbyid(nspowner), nspowner = (SELECT oid FROM "
                             "pg_catalog.pg_roles WHERE rolname = current_user), current_user, "
                             "EXISTS (SELECT FROM pg_catalog.aclexplode(nspacl) AS a WHERE a.grantee <> nspowner), "
                             "EXISTS (SELECT FROM pg_catalog.aclexplode(nspacl) AS a WHERE a.grantee <> nspowner AND "
                             "a.privilege_type = 'CREATE') "
                             "FROM pg_catalog.pg_namespace WHERE nspname = $1",
                             {schema}, no_progress()));
    if (rows.empty()) return {};
    const auto& row = rows[0];
    if (*row[1] != "t")
        return input_error(
            format("schema {} belongs to role {}, not to {}; a schema of one's own is needed, or none yet",
                   quoted(schema), quoted(*row[0]), quoted(*row[2])));
    if (what == Holds::secrets && *row[3] == "t")
        return input_error(
            format("other roles have rights on schema {}, where the owner's part is kept; revoke them: REVOKE ALL ON "
                   "SCHEMA {} FROM each of them",
                   quoted(schema), sql_name(schema)));
    if (*row[4] == "t")
        return input_error(
            format("other roles may make tables in schema {}; revoke it: REVOKE CREATE ON SCHEMA {} FROM "
                   "each of them",
                   quoted(schema), sql_name(schema)));
    return {};
}

Result<void> refuse_foreign(Connection& connection, const std::string& schema, const std::string& name) {
    SCRIM_TRY(const TextRows rows,
              connection.ask("SELECT c.relkind, pg_catalog.pg_get_userbyid(c.relowner) = current_user, "
                             "pg_catalog.obj_description(c.oid, 'pg_class') LIKE 'Anonymized by Scrim%' "
                             "FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = "
                             "c.relnamespace WHERE n.nspname = $1 AND c.relname = $2",
                             {schema, name}, no_progress()));
    if (rows.empty() || (*rows[0][0] == "r" && *rows[0][1] == "t" && rows[0][2].value_or("f") == "t")) return {};
    return input_error(
        format("{}.{} is there already and was not made by this role's sync; choose another schema with "
               "{}, or move it away",
               schema, name, field("schema")));
}

Result<std::string> what_hangs_on(Connection& connection, const std::string& schema, const std::string& name) {
    // A rule belongs to the view that it makes.
    SCRIM_TRY(
        const TextRows rows,
        connection.ask(
            "WITH t AS (SELECT c.* FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = "
            "c.relnamespace WHERE n.nspname = $1 AND c.relname = $2) "
            "SELECT DISTINCT coalesce('view ' || (SELECT v.relname FROM pg_catalog.pg_rewrite AS r JOIN "
            "pg_catalog.pg_class AS v ON v.oid = r.ev_class WHERE r.oid = d.objid AND d.classid = "
            "'pg_catalog.pg_rewrite'::pg_catalog.regclass), pg_catalog.pg_describe_object(d.classid, d.objid, "
            "d.objsubid)) FROM t JOIN pg_catalog.pg_depend AS d ON d.refobjid = t.oid AND d.refclassid = "
            "'pg_catalog.pg_class'::pg_catalog.regclass WHERE d.classid <> 'pg_catalog.pg_type'::pg_catalog.regclass "
            "AND d.deptype IN ('n', 'a') "
            "UNION SELECT 'row-level security' FROM t WHERE relrowsecurity "
            "UNION SELECT 'publication ' || p.pubname FROM t JOIN pg_catalog.pg_publication_rel AS r ON r.prrelid "
            "= t.oid JOIN pg_catalog.pg_publication AS p ON p.oid = r.prpubid",
            {schema, name}, no_progress()));
    std::vector<std::string> names;
    for (const auto& row : rows) names.push_back(row[0].value_or("an object"));
    return list_some(names, 5);
}

Result<void> make_private_schema(Connection& connection, const std::string& schema) {
    SCRIM_CHECK(connection.run("CREATE SCHEMA " + sql_name(schema), no_progress()));
    SCRIM_TRY(const TextRows rows,
              connection.ask("SELECT DISTINCT CASE WHEN a.grantee = 0 THEN NULL ELSE "
                             "pg_catalog.pg_get_userbyid(a.grantee) END FROM pg_catalog.pg_namespace AS n, "
                             "pg_catalog.aclexplode(n.nspacl) AS a WHERE n.nspname = $1 AND a.grantee <> n.nspowner",
                             {schema}, no_progress()));
    for (const auto& row : rows)
        SCRIM_CHECK(connection.run(
            format("REVOKE ALL ON SCHEMA {} FROM {} CASCADE", sql_name(schema), row[0] ? sql_name(*row[0]) : "PUBLIC"),
            no_progress()));
    return {};
}

Result<void> revoke_all(Connection& connection, const std::string& schema, const std::string& table) {
    SCRIM_TRY(const TextRows rows,
              connection.ask(
                  "SELECT DISTINCT CASE WHEN a.grantee = 0 THEN NULL ELSE pg_catalog.pg_get_userbyid(a.grantee) END "
                  "FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace, "
                  "pg_catalog.aclexplode(c.relacl) AS a WHERE n.nspname = $1 AND c.relname = $2 AND a.grantee <> "
                  "c.relowner",
                  {schema, table}, no_progress()));
    for (const auto& row : rows)
        SCRIM_CHECK(connection.run(
            format("REVOKE ALL ON {} FROM {} CASCADE", sql_name(schema, table), row[0] ? sql_name(*row[0]) : "PUBLIC"),
            no_progress()));
    return {};
}

Result<void> copy_rights(Connection& connection, const std::string& schema, const std::string& from,
                         const std::string& to) {
    SCRIM_CHECK(revoke_all(connection, schema, to));
    SCRIM_TRY(
        const TextRows rows,
        connection.ask(
            "WITH t AS (SELECT c.oid, c.relacl, c.relowner FROM pg_catalog.pg_class AS c JOIN "
            "pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2), "
            "rights AS (SELECT relowner, NULL AS col, (pg_catalog.aclexplode(relacl)).* FROM t UNION ALL "
            "SELECT relowner, attname, (pg_catalog.aclexplode(attacl)).* FROM t JOIN pg_catalog.pg_attribute AS a "
            "ON a.attrelid = t.oid WHERE attnum > 0 AND NOT attisdropped) "
            "SELECT privilege_type, col, CASE WHEN grantee = 0 THEN NULL ELSE "
            "pg_catalog.pg_get_userbyid(grantee) END, is_grantable FROM rights WHERE grantee <> relowner",
            {schema, from}, no_progress()));
    SCRIM_TRY(const auto columns, connection.describe("SELECT * FROM " + sql_name(schema, to), no_progress()));
    for (const auto& row : rows) {
        if (row[1] && std::none_of(columns.begin(), columns.end(), [&](const auto& c) { return c.name == *row[1]; }))
            continue;
        SCRIM_CHECK(
            connection.run(format("GRANT {}{} ON {} TO {}{}", *row[0], row[1] ? " (" + sql_name(*row[1]) + ")" : "",
                                  sql_name(schema, to), row[2] ? sql_name(*row[2]) : "PUBLIC",
                                  *row[3] == "t" ? " WITH GRANT OPTION" : ""),
                           no_progress()));
    }
    return {};
}

}  // namespace scrim::libpq

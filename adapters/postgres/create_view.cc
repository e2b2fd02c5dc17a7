// CREATE ANONYMIZATION_VIEW, DROP and GRANT as statements about a foreign table.
#include <algorithm>

#include "adapters/postgres/must.h"
#include "adapters/postgres/sql_text.h"
#include "adapters/postgres/view.h"
#include "backend_server.h"
#include "commands.h"
#include "foreign_view.h"
#include "kernel/core/text.h"
#include "refresh.h"
#include "stored.h"

extern "C" {
#include "nodes/parsenodes.h"
#include "parser/analyze.h"
#include "utils/regproc.h"
#include "utils/varlena.h"
}

namespace scrim::postgres {
namespace {

// The query with every name in full, as its own search path no longer matters, and what it depends on.
struct Qualified {
    const char* query;
    Query* parsed;
    const char* profile;
    Oid profile_table;
};

// PostgreSQL code.
Qualified qualify(const char* query, const char* profile) noexcept {
    Qualified made{};
    List* raw = raw_parser(query, RAW_PARSE_DEFAULT);
    if (list_length(raw) != 1 || !IsA(linitial_node(RawStmt, raw)->stmt, SelectStmt))
        ereport(ERROR, (errcode(ERRCODE_SYNTAX_ERROR), errmsg("a view is made over one SELECT")));
    made.parsed = parse_analyze_fixedparams(linitial_node(RawStmt, raw), query, nullptr, 0, nullptr);
    if (*profile != '\0') {
        RangeVar* named = makeRangeVarFromNameList(stringToQualifiedNameList(profile
#if PG_VERSION_NUM >= 160000
                                                                             ,
                                                                             nullptr
#endif
                                                                             ));
        made.profile_table = RangeVarGetRelid(named, AccessShareLock, false);
        made.profile = quote_qualified_identifier(get_namespace_name(get_rel_namespace(made.profile_table)),
                                                  get_rel_name(made.profile_table));
    }
    const int nest = NewGUCNestLevel();
    (void)set_config_option("search_path", "pg_catalog", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
    made.query = pg_get_querydef(static_cast<Query*>(copyObjectImpl(made.parsed)), false);
    AtEOXact_GUC(false, nest);
    return made;
}

std::string options_text(const Options& options, const Options& before = {}) {
    std::vector<std::string> list;
    for (const auto& [name, value] : before) list.push_back("DROP " + sql_name(name));
    const char* add = before.empty() ? "" : "ADD ";
    for (const auto& [name, value] : options) list.push_back(add + sql_name(name) + " " + sql_string(value));
    return list.empty() ? "" : " OPTIONS (" + join(list, ", ") + ")";
}

std::string type_of(const View& view, const View::Shown& shown) {
    using As = View::Shown::As;
    return shown.as == As::quasi || shown.as == As::node ? "scrim.label" : view.column(shown.name).type;
}

void replace_view(const std::string& table, Oid relation, const View& view) {
    const ForeignView old = ForeignView::read(relation);
    run_as_caller("ALTER FOREIGN TABLE " + table + options_text(table_options(view.definition), old.options));
    const std::vector<View::Shown> shown = view.shown();
    for (std::size_t i = 0; i < old.columns.size(); ++i)
        if (!old.columns[i].name.empty() && !old.columns[i].options.empty())
            run_as_caller("ALTER FOREIGN TABLE " + table + " ALTER " + sql_name(old.columns[i].name) +
                          options_text({}, old.columns[i].options));
    for (const View::Shown& column : shown) {
        const auto same = std::find_if(old.columns.begin(), old.columns.end(),
                                       [&](const OptionColumn& c) { return c.name == column.name; });
        const std::string name = sql_name(column.name);
        if (same == old.columns.end())
            run_as_caller("ALTER FOREIGN TABLE " + table + " ADD " + name + " " + type_of(view, column));
        else
            run_as_caller("ALTER FOREIGN TABLE " + table + " ALTER " + name + " TYPE " + type_of(view, column));
        if (const std::string options = options_text(column_options(view.definition, column.name)); !options.empty())
            run_as_caller("ALTER FOREIGN TABLE " + table + " ALTER " + name + options);
    }
    for (const OptionColumn& column : old.columns)
        if (!column.name.empty() &&
            std::none_of(shown.begin(), shown.end(), [&](const View::Shown& s) { return s.name == column.name; }))
            run_as_caller("ALTER FOREIGN TABLE " + table + " DROP " + sql_name(column.name));
}

// A view by the name that a statement gives it, in the search path; InvalidOid for none.
Oid find_view(const std::string& name) {
    const std::string own = folded_name(name);
    const Oid relation = in_server([&]() noexcept { return RelnameGetRelid(own.c_str()); });
    if (!OidIsValid(relation)) return InvalidOid;
    const bool ours = in_server([relation]() noexcept {
        if (get_rel_relkind(relation) != RELKIND_FOREIGN_TABLE) return false;
        return GetForeignTable(relation)->serverid == get_foreign_server_oid("scrim", false);
    });
    if (!ours) throw Refused(format("{} is not an anonymization view", quoted(name)));
    return relation;
}

}  // namespace

void create_view(views::CreateView create) {
    check_steward();
    views::ViewDefinition& definition = create.definition;
    const std::string table = sql_name(folded_name(definition.name));
    const Oid existing = find_view(definition.name);
    if (OidIsValid(existing) && create.if_not_exists) return;
    if (OidIsValid(existing) && !create.or_replace)
        throw Refused(format("there is a view {} already", quoted(definition.name)), "say OR REPLACE");
    const Qualified qualified = in_server(
        [&]() noexcept { return qualify(definition.engine_query.c_str(), definition.profile.table.c_str()); });
    definition.query = definition.engine_query = qualified.query;
    if (qualified.profile != nullptr) definition.profile.table = qualified.profile;
    Snapshot snapshot = in_server([]() noexcept { return GetActiveSnapshot(); });
    BackendServer server(GetUserId(), snapshot, CurrentMemoryContext);
    const View view = View::describe(definition, server);
    if (OidIsValid(existing)) {
        replace_view(table, existing, view);
    } else {
        std::vector<std::string> columns;
        for (const View::Shown& shown : view.shown())
            columns.push_back(sql_name(shown.name) + " " + type_of(view, shown) +
                              options_text(column_options(definition, shown.name)));
        run_as_caller("CREATE FOREIGN TABLE " + table + " (" + join(columns, ", ") + ") SERVER scrim" +
                      options_text(table_options(definition)));
    }
    const Oid made = find_view(definition.name);
    in_server([&]() noexcept {
        CommandCounterIncrement();
        const ObjectAddress self{RelationRelationId, made, 0};
        recordDependencyOnExpr(&self, reinterpret_cast<Node*>(qualified.parsed), NIL, DEPENDENCY_NORMAL);
        if (OidIsValid(qualified.profile_table)) {
            const ObjectAddress profile{RelationRelationId, qualified.profile_table, 0};
            recordDependencyOn(&self, &profile, DEPENDENCY_NORMAL);
        }
    });
    if (definition.materialized)
        refresh_view(made);
    else if (OidIsValid(existing))
        forget_kept(made);
    notice("anonymization view " + folded_name(definition.name) + " created");
}

void drop_view(const views::DropView& drop) {
    if (!OidIsValid(find_view(drop.name))) {
        if (drop.if_exists) return;
        throw Refused(format("there is no anonymization view {}", quoted(drop.name)), "", Refused::Kind::missing);
    }
    run_as_caller("DROP FOREIGN TABLE " + sql_name(folded_name(drop.name)) + (drop.cascade ? " CASCADE" : ""));
}

void refresh(const views::RefreshView& refresh) {
    const Oid view = find_view(refresh.name);
    if (!OidIsValid(view))
        throw Refused(format("there is no anonymization view {}", quoted(refresh.name)), "", Refused::Kind::missing);
    refresh_view(view);
}

void grant(const views::Grant& grant) {
    const Oid view = find_view(grant.view);
    if (!OidIsValid(view))
        throw Refused(format("there is no anonymization view {}", quoted(grant.view)), "", Refused::Kind::missing);
    const std::string grantee = folded_name(grant.grantee);
    const Oid role = in_server([&]() noexcept { return get_role_oid(grantee.c_str(), false); });
    if (!in_server([&]() noexcept { return owns_relation(view, GetUserId()); }))
        throw Refused(format("{} belongs to another role", quoted(grant.view)), "", Refused::Kind::permission);
    const std::string table = sql_name(folded_name(grant.view));
    allow_purpose(view, role, grant.purpose, grant.recipient, grant.revoke);
    const bool more =
        !read_stored(format("SELECT purpose FROM scrim.granted WHERE view::oid = {} AND grantee::oid = {}", view, role))
             .empty();
    if (!grant.revoke) run_as_caller("GRANT SELECT ON " + table + " TO " + sql_name(grantee));
    if (grant.revoke && !more) run_as_caller("REVOKE SELECT ON " + table + " FROM " + sql_name(grantee));
}

}  // namespace scrim::postgres

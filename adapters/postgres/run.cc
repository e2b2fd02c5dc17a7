// The functions and procedures of SQL that make and grant views.
#include "adapters/postgres/must.h"
#include "adapters/postgres/sql_text.h"
#include "commands.h"
#include "foreign_view.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/hierarchy_text.h"
#include "methods/views/recoding/attribute.h"
#include "stored.h"

extern "C" {
#include "commands/trigger.h"
}

namespace scrim::postgres {
namespace {

// What the server may read of its files is the caller's right to ask.
std::string file_text(const std::string& path) {
    const auto rows = run_as_caller("SELECT pg_catalog.pg_read_file(" + between('\'', path) + ")");
    return rows.at(0).at(0);
}

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

struct Run {
    void operator()(const views::EngineStatement&) const {
        throw Refused("scrim.run runs Scrim's own statements",
                      "such as CREATE ANONYMIZATION_VIEW, CREATE DGH and GRANT SELECT ON ANONYMIZATION_VIEW");
    }
    void operator()(const views::CreateDgh& create) const {
        create_dgh(create.name);
        if (create.file.empty()) return;
        const auto tree = must(hierarchy::parse_hierarchy(file_text(create.file), file_name(create.file)));
        insert_dgh(create.name, views::edges_of(tree));
    }
    void operator()(const views::InsertDgh& insert) const { insert_dgh(insert.name, insert.edges); }
    void operator()(const views::DropDgh& drop) const { drop_dgh(drop); }
    void operator()(const views::CreateView& create) const { create_view(create); }
    void operator()(const views::DropView& drop) const { drop_view(drop); }
    void operator()(const views::RefreshView& refresh) const { postgres::refresh(refresh); }
    void operator()(const views::CreatePolicy& create) const {
        const std::string file = file_name(create.file);
        create_policy(create.name.empty() ? "" : create.name, file_text(create.file), file);
    }
    void operator()(const views::DropPolicy& drop) const { drop_policy(drop); }
    void operator()(const views::Grant& grant) const { postgres::grant(grant); }
    void operator()(const views::Show&) const {
        throw Refused("SHOW is not there in PostgreSQL", "look into scrim.views, scrim.dghs and scrim.grants");
    }
    void operator()(const views::SetOption& set) const {
        if (set.name != "av_plan")
            throw Refused(quoted(set.name) + " is not there in PostgreSQL", "", Refused::Kind::unsupported);
        run_as_caller("SELECT pg_catalog.set_config('scrim.plan', " +
                      between('\'', set.value.empty() ? "auto" : set.value) + ", false)");
    }
};

}  // namespace
}  // namespace scrim::postgres

using namespace scrim::postgres;

SCRIM_DECLARE(scrim_run)
SCRIM_DECLARE(scrim_grant)
SCRIM_DECLARE(scrim_insert_dgh)
SCRIM_DECLARE(scrim_create_policy)
SCRIM_DECLARE(scrim_dgh_changed)

SCRIM_EXPORT Datum scrim_run(PG_FUNCTION_ARGS) {
    const char* script = text_to_cstring(PG_GETARG_TEXT_PP(0));
    const int nest = NewGUCNestLevel();
    (void)set_config_option("standard_conforming_strings", "on", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
                            false);
    from_server([&] {
        const OfNow now;
        scrim::views::SplitSql split = scrim::views::split_sql(script);
        if (!split.rest.empty()) split.statements.push_back({{split.rest, {}}, 0});
        for (const auto& piece : split.statements) std::visit(Run(), must(scrim::views::parse_statement(piece.words)));
    });
    AtEOXact_GUC(false, nest);
    PG_RETURN_VOID();
}

// scrim.grant(view, grantee, purpose, recipient, revoke)
SCRIM_EXPORT Datum scrim_grant(PG_FUNCTION_ARGS) {
    const Oid view = PG_GETARG_OID(0), grantee = PG_GETARG_OID(1);
    const char* purpose = text_to_cstring(PG_GETARG_TEXT_PP(2));
    const char* recipient = text_to_cstring(PG_GETARG_TEXT_PP(3));
    const bool revoke = PG_GETARG_BOOL(4);
    const bool ours = get_rel_relkind(view) == RELKIND_FOREIGN_TABLE &&
                      GetForeignTable(view)->serverid == get_foreign_server_oid("scrim", false);
    const bool owns = owns_relation(view, GetUserId());
    from_server([&] {
        if (!ours) throw Refused("this is not an anonymization view");
        if (!owns) throw Refused("the view belongs to another role", "", Refused::Kind::permission);
        allow_purpose(view, grantee, purpose, recipient, revoke);
    });
    PG_RETURN_VOID();
}

// scrim.insert_dgh(name, children, parents)
SCRIM_EXPORT Datum scrim_insert_dgh(PG_FUNCTION_ARGS) {
    const char* name = text_to_cstring(PG_GETARG_TEXT_PP(0));
    Datum* cells[2];
    bool* nulls[2];
    int counts[2];
    for (int i = 0; i < 2; ++i)
        deconstruct_array(PG_GETARG_ARRAYTYPE_P(i + 1), TEXTOID, -1, false, TYPALIGN_INT, &cells[i], &nulls[i],
                          &counts[i]);
    const char** texts[2];
    for (int i = 0; i < 2; ++i) {
        texts[i] = static_cast<const char**>(palloc(sizeof(char*) * (counts[i] + 1)));
        for (int n = 0; n < counts[i]; ++n) texts[i][n] = nulls[i][n] ? nullptr : TextDatumGetCString(cells[i][n]);
    }
    from_server([&] {
        if (counts[0] != counts[1]) throw Refused("there are not as many parents as children");
        std::vector<std::pair<std::string, std::string>> edges;
        for (int n = 0; n < counts[0]; ++n) {
            if (texts[0][n] == nullptr || texts[1][n] == nullptr)
                throw Refused("a child or parent is NULL", "leave such rows out");
            edges.emplace_back(texts[0][n], texts[1][n]);
        }
        insert_dgh(name, edges);
    });
    PG_RETURN_VOID();
}

SCRIM_EXPORT Datum scrim_create_policy(PG_FUNCTION_ARGS) {
    const char* name = text_to_cstring(PG_GETARG_TEXT_PP(0));
    const char* script = text_to_cstring(PG_GETARG_TEXT_PP(1));
    from_server([&] { create_policy(name, script, name); });
    PG_RETURN_VOID();
}

// A trigger of scrim.dgh_edge: every backend reads hierarchies again.
SCRIM_EXPORT Datum scrim_dgh_changed(PG_FUNCTION_ARGS) {
    if (!CALLED_AS_TRIGGER(fcinfo)) elog(ERROR, "scrim.dgh_changed is a trigger");
    CacheInvalidateRelcache(reinterpret_cast<TriggerData*>(fcinfo->context)->tg_relation);
    return PointerGetDatum(nullptr);
}

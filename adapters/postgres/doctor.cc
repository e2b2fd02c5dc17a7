// What scrim.doctor() needs to know of views: the tables that they are made of.
#include "as_owner.h"
#include "backend_server.h"
#include "foreign_view.h"
#include "query_check.h"

namespace scrim::postgres {
namespace {

// PostgreSQL code: every relation that the queries read, through plain views too.
List* relations_of(const char* const* queries, int count, Oid owner) noexcept {
    const AsOwner caller = become(owner);
    List* found = NIL;
    for (int i = 0; i < count; ++i) {
        PlannedStmt* plan = pg_plan_query(BaseQuery::parse_select(queries[i]), queries[i], 0, nullptr);
        found = list_concat_unique_oid(found, plan->relationOids);
    }
    restore(caller);
    return found;
}

}  // namespace
}  // namespace scrim::postgres

using namespace scrim::postgres;

SCRIM_DECLARE(scrim_base_tables)

// scrim.base_tables(view): the oids of the relations that it reads; for its owner, and for superusers.
SCRIM_EXPORT Datum scrim_base_tables(PG_FUNCTION_ARGS) {
    const Oid view = PG_GETARG_OID(0);
    if (!owns_relation(view, GetUserId()))
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("the view belongs to another role")));
    List* found = from_server([&]() -> List* {
        const ForeignView read = ForeignView::read(view);
        std::vector<OptionColumn> columns;
        for (const OptionColumn& column : read.columns)
            if (!column.name.empty()) columns.push_back(column);
        const auto definition = definition_of(read.name, read.options, columns);
        const std::string profile = "SELECT * FROM " + definition.profile.table;
        const char* queries[] = {definition.engine_query.c_str(), profile.c_str()};
        const int count = definition.has_profile() ? 2 : 1;
        return BaseQuery::with_rights(read.owner, [&]() noexcept { return relations_of(queries, count, read.owner); });
    });
    Datum* oids = static_cast<Datum*>(palloc(sizeof(Datum) * (list_length(found) + 1)));
    for (int i = 0; i < list_length(found); ++i) oids[i] = ObjectIdGetDatum(list_nth_oid(found, i));
    PG_RETURN_ARRAYTYPE_P(construct_array(oids, list_length(found), OIDOID, sizeof(Oid), true, TYPALIGN_INT));
}

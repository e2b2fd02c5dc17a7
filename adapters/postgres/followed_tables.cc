#include "followed_tables.h"

#include "base_query.h"

extern "C" {
#include "catalog/pg_inherits.h"
#include "catalog/pg_trigger.h"
#include "parser/parse_func.h"
#include "parser/parsetree.h"
}

namespace scrim::postgres {
namespace {

Oid follow_function() noexcept {
    List* name = list_make2(makeString(pstrdup("scrim")), makeString(pstrdup("follow")));
    return LookupFuncName(name, 0, nullptr, false);
}

}  // namespace

List* tables_of(const char* query) noexcept {
    PlannedStmt* plan = pg_plan_query(BaseQuery::parse_select(query), query, 0, nullptr);
    List* tables = NIL;
    ListCell* cell;
    foreach (cell, plan->relationOids)
        if (get_rel_relkind(lfirst_oid(cell)) != RELKIND_VIEW)
            tables = list_append_unique_oid(tables, lfirst_oid(cell));
    return tables;
}

bool can_be_followed(Oid table) noexcept {
    return get_rel_relkind(table) == RELKIND_RELATION && get_rel_persistence(table) != RELPERSISTENCE_TEMP &&
           !has_superclass(table) && !has_subclass(table);
}

bool is_followed(Oid table) noexcept {
    const Oid function = follow_function();
    Relation relation = table_open(table, AccessShareLock);
    const TriggerDesc* triggers = relation->trigdesc;
    bool rows = false, truncate = false;
    constexpr int16 of_rows = TRIGGER_TYPE_ROW | TRIGGER_TYPE_INSERT | TRIGGER_TYPE_DELETE | TRIGGER_TYPE_UPDATE;
    for (int i = 0; triggers != nullptr && i < triggers->numtriggers; ++i) {
        const Trigger& one = triggers->triggers[i];
        if (one.tgfoid != function || one.tgenabled != TRIGGER_FIRES_ALWAYS || one.tgnattr != 0 ||
            one.tgqual != nullptr)
            continue;
        if (one.tgtype == of_rows) rows = true;
        if (one.tgtype == TRIGGER_TYPE_TRUNCATE) truncate = true;
    }
    table_close(relation, NoLock);
    return rows && truncate;
}

void refuse_unfollowed(List* tables) noexcept {
    ListCell* cell;
    foreach (cell, tables) {
        const Oid table = lfirst_oid(cell);
        if (!can_be_followed(table))
            ereport(ERROR,
                    (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                     errmsg("a materialized view cannot follow the changes of %s", get_rel_name(table)),
                     errhint("It is made of plain tables without partitions, and without tables that inherit.")));
        if (!is_followed(table))
            ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                            errmsg("a materialized view is not told of changes of %s", get_rel_name(table)),
                            errhint("Begin it anew with scrim.refresh(view).")));
    }
}

bool prints_alike(Oid type) noexcept {
    switch (getBaseType(type)) {
        case INT2OID:
        case INT4OID:
        case INT8OID:
        case TEXTOID:
        case VARCHAROID:
        case UUIDOID: return true;
        default: return false;
    }
}

FollowedColumn followed_column(const char* query, const char* id) noexcept {
    const FollowedColumn none;
    List* raw = raw_parser(query, RAW_PARSE_DEFAULT);
    Query* parsed = parse_analyze_fixedparams(linitial_node(RawStmt, raw), query, nullptr, 0, nullptr);
    if (parsed->setOperations != nullptr || parsed->hasAggs || parsed->hasWindowFuncs || parsed->hasTargetSRFs ||
        parsed->hasSubLinks || parsed->cteList != NIL || parsed->groupClause != NIL || parsed->groupingSets != NIL ||
        parsed->distinctClause != NIL || parsed->havingQual != nullptr)
        return none;
    if (list_length(parsed->jointree->fromlist) != 1) return none;
    Node* from = static_cast<Node*>(linitial(parsed->jointree->fromlist));
    if (!IsA(from, RangeTblRef)) return none;
    const int place = reinterpret_cast<RangeTblRef*>(from)->rtindex;
    const RangeTblEntry* entry = rt_fetch(place, parsed->rtable);
    if (entry->rtekind != RTE_RELATION || entry->relkind != RELKIND_RELATION) return none;
    ListCell* cell;
    foreach (cell, parsed->targetList) {
        auto* target = lfirst_node(TargetEntry, cell);
        if (target->resjunk || std::strcmp(target->resname, id) != 0) continue;
        if (!IsA(target->expr, Var)) return none;
        auto* var = reinterpret_cast<Var*>(target->expr);
        if (var->varno != place || var->varattno <= 0 || !prints_alike(var->vartype)) return none;
        return {entry->relid, get_attname(entry->relid, var->varattno, false)};
    }
    return none;
}

}  // namespace scrim::postgres

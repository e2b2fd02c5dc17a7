// PostgreSQL's headers, and what differs between its versions 15 to 18. C++ headers come before these, whose macros
// break them.
#pragma once

extern "C" {
#include "postgres.h"

#include "access/htup_details.h"
#include "access/reloptions.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_foreign_server.h"
#include "catalog/pg_foreign_table.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "commands/explain.h"
#include "commands/trigger.h"
#include "executor/executor.h"
#include "executor/instrument.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "foreign/fdwapi.h"
#include "foreign/foreign.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/planmain.h"
#include "optimizer/restrictinfo.h"
#include "parser/analyze.h"
#include "parser/parse_relation.h"
#include "parser/parser.h"
#include "storage/lmgr.h"
#include "tcop/tcopprot.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/ruleutils.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/tuplesort.h"
#include "utils/typcache.h"
#if PG_VERSION_NUM >= 180000
#include "commands/explain_format.h"
#include "commands/explain_state.h"
#endif
}

#if PG_VERSION_NUM < 150000
#error "Scrim needs PostgreSQL 15 or later"
#endif

// What the server finds by its name; everything else is hidden.
#define SCRIM_EXPORT extern "C" __attribute__((visibility("default")))
#define SCRIM_DECLARE(name)                                                           \
    _Pragma("GCC visibility push(default)") extern "C" { PG_FUNCTION_INFO_V1(name); } \
    _Pragma("GCC visibility pop")

namespace scrim::postgres {

// May this user read what the plan reads? Raises an error.
inline void check_permissions(PlannedStmt* plan) {
#if PG_VERSION_NUM >= 160000
    ExecCheckPermissions(plan->rtable, plan->permInfos, true);
#else
    ExecCheckRTPerms(plan->rtable, true);
#endif
}

// That an entry of a query's tables is read with this role's rights.
inline void check_as(Query* query, RangeTblEntry* entry, Oid role) {
#if PG_VERSION_NUM >= 160000
    getRTEPermissionInfo(query->rteperminfos, entry)->checkAsUser = role;
#else
    (void)query;
    entry->checkAsUser = role;
#endif
}

inline void run_executor(QueryDesc* query, uint64 rows) {
#if PG_VERSION_NUM >= 180000
    ExecutorRun(query, ForwardScanDirection, rows);
#else
    ExecutorRun(query, ForwardScanDirection, rows, false);
#endif
}

inline ForeignPath* make_foreign_path(PlannerInfo* root, RelOptInfo* rel, Cost startup, Cost total, List* fdw_private) {
#if PG_VERSION_NUM >= 180000
    return create_foreignscan_path(root, rel, nullptr, rel->rows, 0, startup, total, NIL, rel->lateral_relids, nullptr,
                                   NIL, fdw_private);
#elif PG_VERSION_NUM >= 170000
    return create_foreignscan_path(root, rel, nullptr, rel->rows, startup, total, NIL, rel->lateral_relids, nullptr,
                                   NIL, fdw_private);
#else
    return create_foreignscan_path(root, rel, nullptr, rel->rows, startup, total, NIL, rel->lateral_relids, nullptr,
                                   fdw_private);
#endif
}

inline bool owns_relation(Oid relation, Oid user) {
#if PG_VERSION_NUM >= 160000
    return object_ownercheck(RelationRelationId, relation, user);
#else
    return pg_class_ownercheck(relation, user);
#endif
}

inline bool may_use_server(Oid server, Oid user) {
#if PG_VERSION_NUM >= 160000
    return object_aclcheck(ForeignServerRelationId, server, user, ACL_USAGE) == ACLCHECK_OK;
#else
    return pg_foreign_server_aclcheck(server, user, ACL_USAGE) == ACLCHECK_OK;
#endif
}

}  // namespace scrim::postgres

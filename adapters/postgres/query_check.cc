#include "query_check.h"

extern "C" {
#include "catalog/pg_namespace.h"
}

namespace scrim::postgres {
namespace {

// Stable functions of PostgreSQL's own that depend on nothing but settings that are pinned while a query is read.
constexpr const char* pinned[] = {
    "to_char",     "to_date",    "to_timestamp", "to_number", "date_trunc",      "date_part",     "extract",
    "timezone",    "concat",     "concat_ws",    "format",    "array_to_string", "date",          "timestamp",
    "timestamptz", "time",       "timetz",       "text",      "textin",          "textout",       "array_in",
    "array_out",   "record_out", "to_json",      "to_jsonb",  "row_to_json",     "quote_literal", "quote_nullable"};
// Aggregates that do not depend on the order of rows.
constexpr const char* any_order[] = {"count", "min",     "max",    "bool_and", "bool_or",
                                     "every", "bit_and", "bit_or", "bit_xor"};
constexpr const char* exact_sums[] = {"sum", "avg"};

template <std::size_t size>
bool is_in(const char* const (&list)[size], const char* name) {
    for (const char* item : list)
        if (std::strcmp(item, name) == 0) return true;
    return false;
}

[[noreturn]] void refuse(const char* what, const char* detail) {
    ereport(ERROR,
            (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("a view's query %s%s", what, detail),
             errhint("It must give the same rows whenever it is read; keep what it gives in a table, and make the "
                     "view over that table.")));
    pg_unreachable();
}

bool ends_in(const char* text, const char* end) {
    const std::size_t length = std::strlen(text), tail = std::strlen(end);
    return length >= tail && std::strcmp(text + length - tail, end) == 0;
}

// Of comparisons, input and output of dates and the like, too.
bool is_pinned(Oid function, const char* name) {
    if (get_func_namespace(function) != PG_CATALOG_NAMESPACE) return false;
    if (is_in(pinned, name)) return true;
    for (const char* kind : {"date_", "timestamp_", "timestamptz_", "time_", "timetz_", "interval_"})
        if (std::strncmp(name, kind, std::strlen(kind)) == 0) return true;
    return ends_in(name, "_timestamptz") || ends_in(name, "_timestamp") || ends_in(name, "_date");
}

bool check_function(Oid function, void*) {
    const char volatility = func_volatile(function);
    if (volatility == PROVOLATILE_IMMUTABLE) return false;
    const char* name = get_func_name(function);
    if (volatility == PROVOLATILE_VOLATILE) refuse("gives something else each time, because it calls ", name);
    if (!is_pinned(function, name)) refuse("depends on when or by whom it is asked, because it calls ", name);
    return false;
}

void check_aggregate(const Aggref* call) {
    const char* name = get_func_name(call->aggfnoid);
    const bool own = get_func_namespace(call->aggfnoid) == PG_CATALOG_NAMESPACE;
    if (own && is_in(any_order, name)) return;
    const Oid type = call->aggargtypes == NIL ? InvalidOid : linitial_oid(call->aggargtypes);
    const bool exact = type == INT2OID || type == INT4OID || type == INT8OID || type == NUMERICOID;
    if (own && is_in(exact_sums, name) && exact) return;
    refuse("may depend on the order of rows, because it computes ", name);
}

void check_relation(const RangeTblEntry* entry) {
    const char* name = get_rel_name(entry->relid);
    if (entry->relkind == RELKIND_FOREIGN_TABLE)
        ereport(ERROR,
                (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                 errmsg("a view's query reads the foreign table %s", name == nullptr ? "" : name),
                 errhint("What changes elsewhere, and other anonymization views, cannot be read twice alike; keep "
                         "its rows in a table.")));
    if (get_rel_persistence(entry->relid) == RELPERSISTENCE_TEMP) refuse("reads the temporary table ", name);
    if (entry->tablesample != nullptr) refuse("takes a sample of ", name);
}

bool visit(Node* node, void* context);
// As PostgreSQL 15 declares it; later versions take it as it is.
#if PG_VERSION_NUM >= 160000
constexpr auto walker = visit;
#else
const auto walker = reinterpret_cast<bool (*)()>(reinterpret_cast<void (*)()>(visit));
#endif

bool visit(Node* node, void* context) {
    if (node == nullptr) return false;
    if (IsA(node, SQLValueFunction))
        refuse("depends on when or by whom it is asked, as current_user or current_date", "");
    if (IsA(node, NextValueExpr)) refuse("takes numbers of a sequence", "");
    if (IsA(node, Param)) refuse("has parameters", "");
    if (IsA(node, WindowFunc)) refuse("has window functions, which may depend on the order of rows", "");
    if (IsA(node, Aggref)) check_aggregate(reinterpret_cast<Aggref*>(node));
    if (!IsA(node, Aggref)) check_functions_in_node(node, check_function, nullptr);
    if (IsA(node, Query)) {
        auto* query = reinterpret_cast<Query*>(node);
        if (query->commandType != CMD_SELECT || query->hasModifyingCTE) refuse("changes data", "");
        if (query->rowMarks != NIL) refuse("locks rows", "");
        if (query->limitCount != nullptr || query->limitOffset != nullptr) refuse("has LIMIT or OFFSET", "");
        if (query->hasDistinctOn) refuse("has DISTINCT ON", "");
        ListCell* cell;
        foreach (cell, query->rtable) {
            auto* entry = lfirst_node(RangeTblEntry, cell);
            if (entry->securityQuals != NIL)
                ereport(ERROR,
                        (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                         errmsg("a view's query reads a table with row-level security that its owner is subject to"),
                         errhint("Let a role that the policies do not apply to own the view.")));
            if (entry->rtekind == RTE_RELATION) check_relation(entry);
        }
        return query_tree_walker(query, walker, context, 0);
    }
    return expression_tree_walker(node, walker, context);
}

}  // namespace

void check_query(Query* query) noexcept { visit(reinterpret_cast<Node*>(query), nullptr); }

}  // namespace scrim::postgres

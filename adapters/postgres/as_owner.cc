#include "as_owner.h"

namespace scrim::postgres {
namespace {

struct Pin {
    const char *name, *value;
};
constexpr Pin pins[] = {
    {"search_path", "pg_catalog, pg_temp"},  // no function or operator of the session's
    {"row_security", "on"},
    {"standard_conforming_strings", "on"},
    {"transform_null_equals", "off"},
    {"array_nulls", "on"},
    {"DateStyle", "ISO, MDY"},
    {"IntervalStyle", "postgres"},
    {"TimeZone", "UTC"},
    {"extra_float_digits", "1"},
    {"bytea_output", "hex"},
    {"xmlbinary", "base64"},
    {"lc_time", "C"},
    {"lc_numeric", "C"},
    {"lc_monetary", "C"},
    {"gin_fuzzy_search_limit", "0"},   // a random part of the rows
    {"synchronize_seqscans", "off"},   // rows in another order each time
    {"track_counts", "off"},           // everybody reads pg_stat_user_tables
    {"client_min_messages", "error"},  // debug_print_plan, trace_sort, RAISE NOTICE
};

}  // namespace

AsOwner become(Oid owner) noexcept {
    AsOwner before;
    GetUserIdAndSecContext(&before.user, &before.context);
    SetUserIdAndSecContext(owner, before.context | SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION);
    before.nest = NewGUCNestLevel();
    for (const Pin& pin : pins)
        (void)set_config_option(pin.name, pin.value, PGC_SUSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
    return before;
}

void restore(const AsOwner& before) noexcept {
    AtEOXact_GUC(false, before.nest);
    SetUserIdAndSecContext(before.user, before.context);
}

bool has_rights_of(Oid role) {
    return has_privs_of_role(GetUserId(), role) && has_privs_of_role(GetSessionUserId(), role);
}

}  // namespace scrim::postgres

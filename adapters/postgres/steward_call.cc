#include "steward_call.h"

#include "adapters/postgres/must.h"
#include "adapters/postgres/sql_text.h"
#include "adapters/postgres/view_options.h"
#include "commands.h"
#include "kernel/core/text.h"
#include "stored.h"

namespace scrim::postgres {

const char* text_argument(FunctionCallInfo fcinfo, int at) noexcept {
    return PG_ARGISNULL(at) ? "" : text_to_cstring(PG_GETARG_TEXT_PP(at));
}

TextList list_argument(FunctionCallInfo fcinfo, int at) noexcept {
    TextList list;
    if (PG_ARGISNULL(at)) return list;
    Datum* cells;
    bool* nulls;
    int count;
    deconstruct_array(PG_GETARG_ARRAYTYPE_P(at), TEXTOID, -1, false, TYPALIGN_INT, &cells, &nulls, &count);
    list.texts = static_cast<const char**>(palloc(sizeof(char*) * (count + 1)));
    for (int i = 0; i < count; ++i)
        if (!nulls[i]) list.texts[list.count++] = TextDatumGetCString(cells[i]);
    return list;
}

Policy asked_policy(const std::string& name_or_yaml, const Wishes& wishes) {
    check_steward();
    std::string yaml = name_or_yaml;
    if (yaml.find_first_of(":\n{") == std::string::npos) {
        const auto kept =
            read_stored("SELECT yaml FROM scrim.release_policy WHERE name = " + sql_string(folded_name(yaml)));
        if (kept.empty())
            throw Refused(format("there is no release policy {}", quoted(yaml)),
                          "make it with scrim.create_release_policy(name, yaml), or give the YAML itself",
                          Refused::Kind::missing);
        yaml = *kept[0][0];
    }
    return steward_policy(yaml, wishes, [](const std::string& name) { return stored_dgh(name); });
}

}  // namespace scrim::postgres

using namespace scrim::postgres;

SCRIM_DECLARE(scrim_create_release_policy)
SCRIM_DECLARE(scrim_drop_release_policy)

// scrim.create_release_policy(name, yaml)
SCRIM_EXPORT Datum scrim_create_release_policy(PG_FUNCTION_ARGS) {
    const char *name = text_argument(fcinfo, 0), *yaml = text_argument(fcinfo, 1);
    from_server([&] {
        const OfNow now;
        const std::string own = folded_name(name);
        if (own.empty() || own.find_first_of(":\n{") != std::string::npos)
            throw Refused("a release policy needs a name, without colons, braces and line ends");
        (void)asked_policy(std::string(yaml) + "\n", {});
        if (!read_stored("SELECT name FROM scrim.release_policy WHERE name = " + sql_string(own)).empty())
            throw Refused(scrim::format("there is a release policy {} already", scrim::quoted(own)),
                          "drop it first, with scrim.drop_release_policy(name)");
        change_stored(scrim::format(
            "INSERT INTO scrim.release_policy VALUES ({}, {}::oid::regrole, {})", sql_string(own),
            in_server([]() noexcept { return GetUserId(); }), sql_string(yaml)));
    });
    PG_RETURN_VOID();
}

SCRIM_EXPORT Datum scrim_drop_release_policy(PG_FUNCTION_ARGS) {
    const char* name = text_argument(fcinfo, 0);
    from_server([&] {
        const OfNow now;
        check_steward();
        const std::string own = folded_name(name);
        const auto kept = read_stored("SELECT owner::oid::text FROM scrim.release_policy WHERE name = " + sql_string(own));
        if (kept.empty())
            throw Refused(scrim::format("there is no release policy {}", scrim::quoted(own)), "", Refused::Kind::missing);
        const Oid owner = static_cast<Oid>(std::stoul(*kept[0][0]));
        if (!in_server([owner]() noexcept { return has_privs_of_role(GetUserId(), owner); }))
            throw Refused(scrim::format("release policy {} belongs to another role", scrim::quoted(own)), "",
                          Refused::Kind::permission);
        change_stored("DELETE FROM scrim.release_policy WHERE name = " + sql_string(own));
    });
    PG_RETURN_VOID();
}

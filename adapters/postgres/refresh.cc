#include "refresh.h"

#include <algorithm>

#include "adapters/postgres/sql_text.h"
#include "as_owner.h"
#include "backend_server.h"
#include "changes.h"
#include "commands.h"
#include "edition_tables.h"
#include "followed_tables.h"
#include "foreign_view.h"
#include "kernel/core/text.h"

namespace scrim::postgres {
namespace {

// A view that is read with a snapshot of its own.
class Reader {
public:
    explicit Reader(Oid relation) : view_(ForeignView::read(relation)) {
        snapshot_ = in_server([]() noexcept { return RegisterSnapshot(GetLatestSnapshot()); });
        scratch_ = in_server([]() noexcept {
            return AllocSetContextCreate(CurrentMemoryContext, "scrim settling", ALLOCSET_DEFAULT_SIZES);
        });
        server_ = std::make_unique<BackendServer>(view_.owner, snapshot_, scratch_);
        for (const OptionColumn& column : view_.columns)
            if (!column.name.empty()) columns_.push_back(column);
    }
    // After an error all of it goes with the transaction.
    void finish() {
        in_server([this]() noexcept {
            UnregisterSnapshot(snapshot_);
            MemoryContextDelete(scratch_);
        });
    }

    const ForeignView& foreign() const { return view_; }
    BackendServer& server() { return *server_; }
    std::string said() const { return postgres::said(view_.options, columns_); }
    views::ViewDefinition definition() const { return definition_of(view_.name, view_.options, columns_); }
    View describe() {
        View view = View::describe(definition(), *server_);
        view.relation = view_.relation;
        view.said = said();
        return view;
    }

private:
    ForeignView view_;
    std::vector<OptionColumn> columns_;
    Snapshot snapshot_;
    MemoryContext scratch_;
    std::unique_ptr<BackendServer> server_;
};

// The module may be newer than what CREATE EXTENSION made.
bool has_tables() {
    return in_server(
        []() noexcept { return OidIsValid(get_relname_relid("edition_member", get_namespace_oid("scrim", false))); });
}

std::string full_name(Oid table) {
    return in_server([table]() noexcept {
        return quote_qualified_identifier(get_namespace_name(get_rel_namespace(table)), get_rel_name(table));
    });
}

// Locked against changes by others, so that none is left out, and with triggers.
void follow_table(Oid table) {
    const bool can = in_server([table]() noexcept {
        LockRelationOid(table, ShareRowExclusiveLock);
        return can_be_followed(table);
    });
    if (!can) in_server([table]() noexcept { refuse_unfollowed(list_make1_oid(table)); });
    if (in_server([table]() noexcept { return is_followed(table); })) return;
    if (!in_server([table]() noexcept { return owns_relation(table, GetUserId()); }))
        throw Refused(
            format("a materialized view follows {} by triggers, which only its owner can make", full_name(table)),
            "let its owner make the view", Refused::Kind::permission);
    const std::string name = full_name(table);
    const std::pair<const char*, const char*> triggers[] = {
        {"scrim_follow", "AFTER INSERT OR UPDATE OR DELETE ON {} FOR EACH ROW"},
        {"scrim_follow_truncate", "AFTER TRUNCATE ON {} FOR EACH STATEMENT"}};
    for (const auto& [trigger, when] : triggers) {
        run_as_caller(format("CREATE OR REPLACE TRIGGER {} {} EXECUTE FUNCTION scrim.follow()", trigger,
                             fmt::format(fmt::runtime(when), name)));
        run_as_caller(format("ALTER TABLE {} ENABLE ALWAYS TRIGGER {}", name, trigger));
    }
}

void note_followed(Oid view, Oid table, const std::string& column, bool profile) {
    change_kept(
        format("INSERT INTO scrim.followed (base, view, id, profile) VALUES ({}::oid::regclass, "
               "{}::oid::regclass, {}, {}) ON CONFLICT (base, view) DO UPDATE SET id = ''",
               table, view, sql_string(column), profile));
}

std::vector<Oid> tables_of_queries(Oid owner, const std::vector<std::string>& queries) {
    std::vector<Oid> tables;
    for (const std::string& query : queries) {
        const char* sql = query.c_str();
        List* found = BaseQuery::with_rights(owner, [&]() noexcept {
            const AsOwner caller = become(owner);
            List* read = tables_of(sql);
            restore(caller);
            return read;
        });
        for (int i = 0; i < list_length(found); ++i) tables.push_back(list_nth_oid(found, i));
    }
    std::sort(tables.begin(), tables.end());
    tables.erase(std::unique(tables.begin(), tables.end()), tables.end());
    return tables;
}

// By which column of which table the view follows changes; of all other tables it is read again.
void follow_tables(const View& view, Oid relation, Oid owner) {
    const views::ViewDefinition& definition = view.definition;
    std::vector<std::string> queries{definition.engine_query};
    const std::string of_profile = "SELECT * FROM " + definition.profile.table;
    if (definition.has_profile()) queries.push_back(of_profile);
    const std::vector<Oid> tables = tables_of_queries(owner, queries);
    for (const Oid table : tables) follow_table(table);
    const char* query = definition.engine_query.c_str();
    const char* id = view.column(definition.id).name.c_str();
    const FollowedColumn own = BaseQuery::with_rights(owner, [&]() noexcept {
        const AsOwner caller = become(owner);
        const FollowedColumn found = followed_column(query, id);
        restore(caller);
        return found;
    });
    FollowedColumn profile;
    if (definition.has_profile() && same_name(definition.profile.column, definition.id)) {
        query = of_profile.c_str();
        id = view.key.c_str();
        profile = BaseQuery::with_rights(owner, [&]() noexcept {
            const AsOwner caller = become(owner);
            const FollowedColumn found = followed_column(query, id);
            restore(caller);
            return found;
        });
    }
    for (const Oid table : tables) {
        if (table == own.table && table != profile.table)
            note_followed(relation, table, own.column, false);
        else if (table == profile.table && table != own.table)
            note_followed(relation, table, profile.column, true);
        else
            note_followed(relation, table, "", false);
    }
}

void forget_editions(Oid view) {
    for (const char* table : {"edition_member", "edition_group"})
        change_kept(
            format("DELETE FROM scrim.{} WHERE edition IN (SELECT number FROM scrim.edition WHERE view = "
                   "{}::oid::regclass)",
                   table, view));
    change_kept(format("DELETE FROM scrim.edition WHERE view = {}::oid::regclass", view));
}

}  // namespace

LiveEditions& live_editions() {
    static LiveEditions live;
    return live;
}

void forget_kept(Oid view) {
    if (!has_tables()) return;
    forget_editions(view);
    for (const char* table : {"followed", "materialized"})
        change_kept(format("DELETE FROM scrim.{} WHERE view = {}::oid::regclass", table, view));
}

void refresh_view(Oid view) {
    injected("before a view is begun");
    if (!in_server([view]() noexcept { return owns_relation(view, GetUserId()); }))
        throw Refused("the view belongs to another role", "", Refused::Kind::permission);
    if (!has_tables())
        throw Refused("the extension is older than its module", "say ALTER EXTENSION scrim UPDATE",
                      Refused::Kind::unsupported);
    {
        Reader reader(view);
        if (!reader.definition().materialized)
            throw Refused(format("{} is not materialized", quoted(reader.foreign().name)),
                          "say OPTIONS (ADD materialized 'true')");
        follow_tables(reader.describe(), view, reader.foreign().owner);
        reader.finish();
    }
    // Which was begun before changed. Others who begin it at the same time wait here.
    const std::int64_t change = lock_kept(view) + 1;
    const std::string own = format("{}::oid::regclass", view);
    forget_editions(view);
    Reader reader(view);
    change_kept(
        format("INSERT INTO scrim.materialized (view, said, change) VALUES ({}, {}, {}) ON CONFLICT (view) DO "
               "UPDATE SET said = EXCLUDED.said, change = EXCLUDED.change",
               own, sql_string(reader.said()), change));
    note_unsafe();
    const View described = reader.describe();
    EditionTables tables(view, change);
    Changed all;
    all.whole = true;
    Maintenance(described, change, reader.server(), tables, live_editions())
        .settle(KeptView{described.said, change, {}}, all);
    reader.finish();
    forget_changes(view);
}

void settle_kept(Oid view, const Changed& changed, LiveEditions& live) {
    injected("before a view is settled");
    const bool exists = in_server([view]() noexcept { return get_rel_relkind(view) == RELKIND_FOREIGN_TABLE; });
    if (!exists) return;
    const std::int64_t change = lock_kept(view);
    if (change == 0) return;
    Reader reader(view);
    const auto kept = read_kept(view, reader.server());
    if (kept && kept->said == reader.said()) {
        note_unsafe();
        const View described = reader.describe();
        EditionTables tables(view, change);
        Maintenance(described, change, reader.server(), tables, live).settle(*kept, changed);
    } else {
        // It would not know of this change if it became again what it was.
        change_kept(format("UPDATE scrim.materialized SET said = '' WHERE view = {}::oid::regclass", view));
    }
    reader.finish();
}

}  // namespace scrim::postgres

using namespace scrim::postgres;

SCRIM_DECLARE(scrim_refresh)

// scrim.refresh(view)
SCRIM_EXPORT Datum scrim_refresh(PG_FUNCTION_ARGS) {
    const Oid view = PG_GETARG_OID(0);
    const bool ours = get_rel_relkind(view) == RELKIND_FOREIGN_TABLE &&
                      GetForeignTable(view)->serverid == get_foreign_server_oid("scrim", false);
    from_server([&] {
        if (!ours) throw Refused("this is not an anonymization view");
        refresh_view(view);
    });
    PG_RETURN_VOID();
}

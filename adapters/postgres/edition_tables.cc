#include "edition_tables.h"

#include "adapters/postgres/sql_text.h"
#include "as_owner.h"
#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::postgres {
namespace {

using Member = views::StoredEdition::Member;

constexpr std::size_t most_rows = 10'000;  // at once

Datum array_of(const Datum* values, std::size_t count, Oid type) noexcept {
    const bool text = type == TEXTOID;
    return PointerGetDatum(construct_array(const_cast<Datum*>(values), static_cast<int>(count), type,
                                           text ? -1 : static_cast<int>(sizeof(int64)), !text && FLOAT8PASSBYVAL,
                                           text ? TYPALIGN_INT : TYPALIGN_DOUBLE));
}

// PostgreSQL code.
void write_members(std::uint32_t edition, std::int64_t change, const Member* members, std::size_t count) noexcept {
    static const char* const sql =
        "INSERT INTO scrim.edition_member (edition, id, grp, k, change) SELECT $1, m.id, m.grp, m.k, $2 FROM "
        "ROWS FROM (pg_catalog.unnest($3), pg_catalog.unnest($4), pg_catalog.unnest($5)) AS m (id, grp, k) "
        "ON CONFLICT (edition, id) DO UPDATE SET grp = EXCLUDED.grp, k = EXCLUDED.k, change = EXCLUDED.change";
    const AsOwner caller = become(extension_owner());
    if (SPI_connect() != SPI_OK_CONNECT) elog(ERROR, "SPI_connect failed");
    Datum *ids = static_cast<Datum*>(palloc(sizeof(Datum) * count)),
          *groups = static_cast<Datum*>(palloc(sizeof(Datum) * count)),
          *ks = static_cast<Datum*>(palloc(sizeof(Datum) * count));
    for (std::size_t i = 0; i < count; ++i) {
        ids[i] =
            PointerGetDatum(cstring_to_text_with_len(members[i].id.data(), static_cast<int>(members[i].id.size())));
        groups[i] = Int64GetDatum(members[i].group);
        ks[i] = Int64GetDatum(members[i].k);
    }
    Oid types[] = {INT4OID, INT8OID, TEXTARRAYOID, INT8ARRAYOID, INT8ARRAYOID};
    Datum values[] = {Int32GetDatum(static_cast<int32>(edition)), Int64GetDatum(change), array_of(ids, count, TEXTOID),
                      array_of(groups, count, INT8OID), array_of(ks, count, INT8OID)};
    if (SPI_execute_with_args(sql, 5, types, values, nullptr, false, 0) < 0)
        elog(ERROR, "the members of a materialized view could not be written");
    SPI_finish();
    restore(caller);
}

}  // namespace

std::int64_t change_kept(const std::string& sql, bool returns) {
    const char* text = sql.c_str();
    return in_server([text, returns]() noexcept -> int64 {
        const AsOwner caller = become(extension_owner());
        if (SPI_connect() != SPI_OK_CONNECT) elog(ERROR, "SPI_connect failed");
        if (SPI_execute(text, false, 0) < 0) elog(ERROR, "the extension's tables could not be changed");
        auto result = static_cast<int64>(SPI_processed);
        if (returns && result > 0) {
            bool is_null;
            const Datum value = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &is_null);
            result = is_null ? 0 : DatumGetInt64(value);
        }
        SPI_finish();
        restore(caller);
        return result;
    });
}

std::int64_t lock_kept(Oid view) {
    const std::int64_t change = change_kept(
        format("UPDATE scrim.materialized SET change = change + 1 WHERE view = {}::oid::regclass RETURNING change",
               view),
        true);
    if (change != 0) return change;
    const bool exists = in_server([view]() noexcept {
        Snapshot latest = RegisterSnapshot(GetLatestSnapshot());
        const Oid schema = get_namespace_oid("scrim", false);
        Relation kept = table_open(get_relname_relid("materialized", schema), AccessShareLock);
        TupleTableSlot* slot = table_slot_create(kept, nullptr);
        TableScanDesc scan = table_beginscan(kept, latest, 0, nullptr);
        bool found = false, is_null;
        while (!found && table_scan_getnextslot(scan, ForwardScanDirection, slot))
            found = DatumGetObjectId(slot_getattr(slot, 1, &is_null)) == view;
        table_endscan(scan);
        ExecDropSingleTupleTableSlot(slot);
        table_close(kept, AccessShareLock);
        UnregisterSnapshot(latest);
        return found;
    });
    if (exists)
        in_server([]() noexcept {
            ereport(ERROR, (errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
                            errmsg("could not serialize access due to a materialized view that is new"),
                            errhint("The transaction might succeed if retried.")));
        });
    return 0;
}

KeptEdition EditionTables::make(const std::string& purpose, const std::string& recipient) {
    const std::int64_t number = change_kept(
        format("INSERT INTO scrim.edition (view, purpose, recipient) VALUES ({}::oid::regclass, {}, {}) RETURNING "
               "number::int8",
               view_, sql_string(purpose), sql_string(recipient)),
        true);
    return {static_cast<std::uint32_t>(number), purpose, recipient};
}

void EditionTables::write(std::uint32_t number, const views::StoredEdition& changes) {
    injected("before an edition is written");
    std::string rows;
    const auto write_groups = [&] {
        if (rows.empty()) return;
        change_kept("INSERT INTO scrim.edition_group (edition, grp, box, change) VALUES " + rows +
                    " ON CONFLICT (edition, grp) DO UPDATE SET box = EXCLUDED.box, change = EXCLUDED.change");
        rows.clear();
    };
    std::size_t count = 0;
    for (const auto& [group, box] : changes.groups) {
        std::vector<std::string> texts;
        for (const std::string& text : box) texts.push_back(sql_string(text));
        rows += format("{}({}, {}, ARRAY[{}]::text[], {})", rows.empty() ? "" : ", ", number, group, join(texts, ", "),
                       change_);
        if (++count % 500 == 0) write_groups();
    }
    write_groups();
    for (std::size_t begin = 0; begin < changes.members.size(); begin += most_rows) {
        const std::size_t some = std::min(most_rows, changes.members.size() - begin);
        const Member* first = changes.members.data() + begin;
        const std::int64_t change = change_;
        in_server([=]() noexcept { write_members(number, change, first, some); });
        check_interrupts();
    }
    if (change_ % 100 == 0)
        change_kept(format("DELETE FROM scrim.edition_member WHERE edition = {} AND grp = {} AND change <= {}", number,
                           views::MaintainedGroups::absent, change_ - changes_told));
    if (!changes.gone.empty()) {
        std::vector<std::string> groups;
        for (const std::uint32_t group : changes.gone) groups.push_back(format("{}", group));
        change_kept(
            format("DELETE FROM scrim.edition_group WHERE edition = {} AND grp IN ({})", number, join(groups, ", ")));
    }
}

}  // namespace scrim::postgres

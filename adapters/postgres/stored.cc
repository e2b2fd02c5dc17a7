#include "stored.h"

#include "adapters/postgres/sql_text.h"
#include "as_owner.h"
#include "base_query.h"

namespace scrim::postgres {

int OfNow::count = 0;

Oid extension_owner() noexcept {
    const Oid schema = get_namespace_oid("scrim", false);
    const Oid table = get_relname_relid("granted", schema);
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(table));
    if (!HeapTupleIsValid(tuple)) elog(ERROR, "the extension scrim is not installed");
    const Oid owner = reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple))->relowner;
    ReleaseSysCache(tuple);
    return owner;
}

std::vector<StoredRow> read_stored(const std::string& sql) {
    const Oid owner = in_server([]() noexcept { return extension_owner(); });
    Snapshot snapshot = in_server([]() noexcept -> Snapshot {
        return RegisterSnapshot(ActiveSnapshotSet() && OfNow::count == 0 ? GetActiveSnapshot()
                                                                         : GetTransactionSnapshot());
    });
    std::vector<StoredRow> rows;
    BaseQuery query(sql, owner, snapshot, CurrentMemoryContext);
    std::size_t columns = 0;
    while (query.next()) {
        if (columns == 0) columns = query.columns();
        StoredRow row;
        for (std::size_t c = 0; c < columns; ++c)
            row.push_back(query.is_null(c) ? std::nullopt : std::optional(std::string(query.text(c))));
        rows.push_back(std::move(row));
    }
    query.finish();
    in_server([&]() noexcept { UnregisterSnapshot(snapshot); });
    return rows;
}

void change_stored(const std::string& sql) {
    const char* text = sql.c_str();
    in_server([text]() noexcept {
        const AsOwner caller = become(extension_owner());
        if (SPI_connect() != SPI_OK_CONNECT) elog(ERROR, "SPI_connect failed");
        if (SPI_execute(text, false, 0) < 0) elog(ERROR, "the extension's tables could not be changed");
        SPI_finish();
        restore(caller);
    });
}

namespace {

StoredDgh dgh_of(std::uint32_t id) {
    StoredDgh dgh{id, {}};
    for (StoredRow& row :
         read_stored("SELECT child, parent FROM scrim.dgh_edge WHERE dgh = " + std::to_string(id) + " ORDER BY place"))
        dgh.edges.emplace_back(std::move(*row[0]), std::move(*row[1]));
    return dgh;
}

}  // namespace

std::optional<StoredDgh> stored_dgh(const std::string& name) {
    const auto found = read_stored("SELECT id::text FROM scrim.dgh WHERE name = " + sql_string(name));
    if (found.empty()) return std::nullopt;
    return dgh_of(static_cast<std::uint32_t>(std::stoul(*found[0][0])));
}

StoredDgh stored_dgh(std::uint32_t id) {
    StoredDgh dgh = dgh_of(id);
    if (dgh.edges.empty())
        throw Refused("this label's hierarchy is gone", "ask the view again", Refused::Kind::missing);
    return dgh;
}

std::optional<StoredPolicy> stored_policy(const std::string& name) {
    const auto found = read_stored("SELECT since FROM scrim.policy WHERE name = " + sql_string(name));
    if (found.empty()) return std::nullopt;
    StoredPolicy policy{found[0][0].value_or(""), {}};
    for (const StoredRow& row :
         read_stored("SELECT purpose, recipient, attribute, choice, retention FROM scrim.policy_rule WHERE policy = " +
                     sql_string(name)))
        policy.rules.push_back(
            {row[0].value_or(""), row[1].value_or(""), row[2].value_or(""), row[3].value_or(""), row[4].value_or("")});
    return policy;
}

}  // namespace scrim::postgres

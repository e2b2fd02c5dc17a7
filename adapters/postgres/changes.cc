#include "changes.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "backend_server.h"
#include "kernel/core/text.h"
#include "refresh.h"

namespace scrim::postgres {
namespace {

struct Noted {
    std::unordered_set<std::string> ids;
    bool profile = false, whole = false;

    bool empty() const { return ids.empty() && !profile && !whole; }
    void take(Noted& other) {
        ids.merge(other.ids);
        profile |= other.profile;
        whole |= other.whole;
        other = {};
    }
};

// A view that follows a table.
struct Follower {
    Oid view = InvalidOid;
    std::string column;  // "": it is read again
    bool profile = false;
    AttrNumber attribute = InvalidAttrNumber;
    Oid type = InvalidOid;
};

// Of this transaction.
struct Transaction {
    std::map<Oid, Noted> unsettled, settled;  // by view
    std::unordered_map<Oid, std::vector<Follower>> followers;
    bool unsafe = false;  // what is in memory was changed along with what is kept
};

Transaction& transaction() {
    static Transaction current;
    return current;
}

constexpr std::size_t most_ids = 200'000;  // then all is read again

std::vector<Follower> read_followers(Oid table) {
    std::vector<Follower> followers;
    // As of now: a view may be newer than the transaction's snapshot.
    Snapshot latest = in_server([]() noexcept { return RegisterSnapshot(GetLatestSnapshot()); });
    BackendServer server(InvalidOid, latest, CurrentMemoryContext);
    server.read_kept(
        format("SELECT view::oid::int8, id, profile FROM scrim.followed WHERE base = {}::oid::regclass", table),
        {CellType::whole, CellType::text, CellType::boolean}, [&](std::span<const Cell> row) {
            followers.push_back({static_cast<Oid>(row[0].number), std::string(row[1].text), row[2].number != 0});
        });
    in_server([&]() noexcept { UnregisterSnapshot(latest); });
    for (Follower& follower : followers) {
        if (follower.column.empty()) continue;
        const char* column = follower.column.c_str();
        follower.attribute = in_server([&]() noexcept { return get_attnum(table, column); });
        if (follower.attribute != InvalidAttrNumber)
            follower.type = in_server([&]() noexcept { return getBaseType(get_atttype(table, follower.attribute)); });
    }
    return followers;
}

const std::vector<Follower>& followers_of(Oid table) {
    auto& known = transaction().followers;
    const auto found = known.find(table);
    return found != known.end() ? found->second : known.emplace(table, read_followers(table)).first->second;
}

// Nothing for NULL, and for a type whose text depends on settings.
std::optional<std::string> text_of(HeapTuple tuple, TupleDesc shape, const Follower& follower, bool& known) {
    bool is_null = false;
    const Datum value = in_server([&]() noexcept { return heap_getattr(tuple, follower.attribute, shape, &is_null); });
    if (is_null) return std::nullopt;
    switch (follower.type) {
        case INT2OID: return std::to_string(DatumGetInt16(value));
        case INT4OID: return std::to_string(DatumGetInt32(value));
        case INT8OID: return std::to_string(DatumGetInt64(value));
        case TEXTOID:
        case VARCHAROID:
        case UUIDOID:
            return in_server([&]() noexcept -> const char* {
                if (follower.type != UUIDOID) return TextDatumGetCString(value);
                Oid output;
                bool is_varlena;
                getTypeOutputInfo(UUIDOID, &output, &is_varlena);
                return OidOutputFunctionCall(output, value);
            });
        default: known = false; return std::nullopt;
    }
}

void note_row(Oid table, TupleDesc shape, HeapTuple tuple, HeapTuple changed) {
    for (const Follower& follower : followers_of(table)) {
        Noted& noted = transaction().unsettled[follower.view];
        if (noted.whole) continue;
        bool known = follower.attribute != InvalidAttrNumber;
        for (HeapTuple row : {tuple, changed}) {
            if (row == nullptr || !known) continue;
            if (auto id = text_of(row, shape, follower, known))
                noted.ids.insert(*std::move(id));
            else if (!follower.profile)
                known = false;  // NULL is refused, when all is read
        }
        if (follower.profile) noted.profile = true;
        if (!known || noted.ids.size() > most_ids) {
            noted.whole = true;
            noted.ids.clear();
        }
    }
}

void note_all(Oid table) {
    for (const Follower& follower : followers_of(table)) {
        Noted& noted = transaction().unsettled[follower.view];
        noted.whole = true;
        noted.ids.clear();
    }
}

void end_transaction(bool committed) noexcept {
    Transaction& current = transaction();
    if (!committed && current.unsafe) live_editions().clear();
    current.unsettled.clear();
    current.settled.clear();
    current.followers.clear();
    current.unsafe = false;
}

void settle_all() {
    in_server([]() noexcept { PushActiveSnapshot(GetTransactionSnapshot()); });
    while (!transaction().unsettled.empty()) settle_view(transaction().unsettled.begin()->first);
    in_server([]() noexcept { PopActiveSnapshot(); });
}

void at_end(XactEvent event, void*) {
    switch (event) {
        case XACT_EVENT_PRE_COMMIT:
        case XACT_EVENT_PRE_PREPARE:
            if (!transaction().unsettled.empty()) from_server([] { settle_all(); });
            return;
        case XACT_EVENT_COMMIT: end_transaction(true); return;
        case XACT_EVENT_PREPARE:
        case XACT_EVENT_ABORT: end_transaction(false); return;
        default: return;
    }
}

// What was settled in it is not kept.
void at_end_of_part(SubXactEvent event, SubTransactionId, SubTransactionId, void*) {
    if (event != SUBXACT_EVENT_ABORT_SUB) return;
    Transaction& current = transaction();
    for (auto& [view, noted] : current.settled) current.unsettled[view].take(noted);
    current.settled.clear();
    current.followers.clear();
    if (current.unsafe) live_editions().clear();
}

}  // namespace

void watch_transactions() {
    RegisterXactCallback(at_end, nullptr);
    RegisterSubXactCallback(at_end_of_part, nullptr);
}

bool is_unsettled(Oid view) { return transaction().unsettled.contains(view); }

void note_unsafe() { transaction().unsafe = true; }

void forget_changes(Oid view) {
    Transaction& current = transaction();
    current.followers.clear();
    const auto found = current.unsettled.find(view);
    if (found == current.unsettled.end()) return;
    // If this is undone they are not.
    current.settled[view].take(found->second);
    current.unsettled.erase(found);
}

void settle_view(Oid view) {
    const Noted& noted = transaction().unsettled.at(view);
    Changed changed{{noted.ids.begin(), noted.ids.end()}, noted.profile, noted.whole};
    settle_kept(view, changed, live_editions());
    forget_changes(view);
}

Snapshot renewed_snapshot(Snapshot snapshot) noexcept {
    CommandCounterIncrement();
    PushCopiedSnapshot(snapshot);
    UpdateActiveSnapshotCommandId();
    Snapshot renewed = RegisterSnapshot(GetActiveSnapshot());
    PopActiveSnapshot();
    return renewed;
}

}  // namespace scrim::postgres

using namespace scrim::postgres;

SCRIM_DECLARE(scrim_follow)
SCRIM_DECLARE(scrim_note_rewritten)

// The trigger of tables that materialized views are made of.
SCRIM_EXPORT Datum scrim_follow(PG_FUNCTION_ARGS) {
    if (!CALLED_AS_TRIGGER(fcinfo)) elog(ERROR, "scrim.follow is a trigger");
    const auto* data = reinterpret_cast<TriggerData*>(fcinfo->context);
    if (!TRIGGER_FIRED_AFTER(data->tg_event)) elog(ERROR, "scrim.follow is a trigger of after the change");
    const Oid table = RelationGetRelid(data->tg_relation);
    from_server([&] {
        injected("at a change");
        if (TRIGGER_FIRED_FOR_ROW(data->tg_event))
            note_row(table, RelationGetDescr(data->tg_relation), data->tg_trigtuple,
                     TRIGGER_FIRED_BY_UPDATE(data->tg_event) ? data->tg_newtuple : nullptr);
        else
            note_all(table);
    });
    return PointerGetDatum(nullptr);
}

// scrim.note_rewritten(table): its rows are being made anew, without triggers.
SCRIM_EXPORT Datum scrim_note_rewritten(PG_FUNCTION_ARGS) {
    const Oid table = PG_GETARG_OID(0);
    from_server([&] { note_all(table); });
    PG_RETURN_VOID();
}

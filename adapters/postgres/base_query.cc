#include "base_query.h"

#include "as_owner.h"
#include "stored.h"

namespace scrim::postgres {

namespace {

// PostgreSQL code. What stands in a subquery is somebody else's text.
void lend_tables(Query* query) noexcept {
    const Oid schema = get_namespace_oid("scrim", false), owner = extension_owner();
    ListCell* cell;
    foreach (cell, query->rtable) {
        auto* entry = lfirst_node(RangeTblEntry, cell);
        if (entry->rtekind == RTE_RELATION && get_rel_namespace(entry->relid) == schema) check_as(query, entry, owner);
    }
}

}  // namespace

BaseQuery::BaseQuery(std::string sql, Oid user, Snapshot snapshot, MemoryContext parent, bool lends)
    : sql_(std::move(sql)), user_(user), snapshot_(snapshot), parent_(parent), lends_(lends) {}

Query* BaseQuery::parse_select(const char* sql) noexcept {
    List* raw = raw_parser(sql, RAW_PARSE_DEFAULT);
    if (list_length(raw) != 1 || !IsA(linitial_node(RawStmt, raw)->stmt, SelectStmt))
        ereport(ERROR, (errcode(ERRCODE_SYNTAX_ERROR), errmsg("a view is made over one SELECT")));
    List* queries = pg_analyze_and_rewrite_fixedparams(linitial_node(RawStmt, raw), sql, nullptr, 0, nullptr);
    if (list_length(queries) != 1 || linitial_node(Query, queries)->commandType != CMD_SELECT)
        ereport(ERROR, (errcode(ERRCODE_SYNTAX_ERROR), errmsg("a view is made over one SELECT")));
    return linitial_node(Query, queries);
}

// Errors of a base query may quote values and the query itself. The server's log keeps them.
void BaseQuery::make_generic(ErrorData* error, Oid user) {
    in_server([&]() noexcept {
        const int category = ERRCODE_TO_CATEGORY(error->sqlerrcode);
        error->context = error->internalquery = nullptr;
        error->internalpos = error->cursorpos = 0;
        if (category == ERRCODE_TO_CATEGORY(ERRCODE_QUERY_CANCELED) ||
            category == ERRCODE_TO_CATEGORY(ERRCODE_OUT_OF_MEMORY))
            return;
        if (has_rights_of(user)) return;
        error->detail_log = error->message;
        error->message = pstrdup(error->sqlerrcode == ERRCODE_INSUFFICIENT_PRIVILEGE
                                     ? "the owner of an anonymization view may not read what it is made of"
                                     : "an anonymization view could not be read");
        error->detail = error->hint = error->schema_name = error->table_name = nullptr;
        error->column_name = error->datatype_name = error->constraint_name = nullptr;
        error->hint = pstrdup("its owner sees why");
        error->sqlerrcode = ERRCODE_EXTERNAL_ROUTINE_EXCEPTION;
    });
}

bool BaseQuery::receive(TupleTableSlot* slot, DestReceiver* self) {
    BaseQuery* query = reinterpret_cast<Receiver*>(self)->query;
    MemoryContext before = MemoryContextSwitchTo(query->batch_);
    query->rows_[query->count_++] = ExecCopySlotMinimalTuple(slot);
    MemoryContextSwitchTo(before);
    return true;
}

void BaseQuery::start() {
    with_rights(user_, [this]() noexcept {
        context_ = AllocSetContextCreate(parent_, "scrim base query", ALLOCSET_DEFAULT_SIZES);
        batch_ = AllocSetContextCreate(context_, "scrim batch", ALLOCSET_DEFAULT_SIZES);
        MemoryContext before = MemoryContextSwitchTo(context_);
        const AsOwner caller = become(user_);
        PushActiveSnapshot(snapshot_);
        auto* receiver = static_cast<Receiver*>(palloc0(sizeof(Receiver)));
        receiver->head.receiveSlot = receive;
        receiver->head.rStartup = [](DestReceiver*, int, TupleDesc) {};
        receiver->head.rShutdown = [](DestReceiver*) {};
        receiver->head.rDestroy = [](DestReceiver*) {};
        receiver->head.mydest = DestNone;
        receiver->query = this;
        // In one process: what is added up in another order may be something else.
        Query* parsed = parse_select(sql_.c_str());
        if (lends_) lend_tables(parsed);
        parsed->queryId = 0;  // pg_stat_statements would show its text, with values, to whoever asks the view
        PlannedStmt* plan = pg_plan_query(parsed, sql_.c_str(), 0, nullptr);
        running_ =
            CreateQueryDesc(plan, sql_.c_str(), snapshot_, InvalidSnapshot, &receiver->head, nullptr, nullptr, 0);
        ExecutorStart(running_, 0);
        slot_ = MakeSingleTupleTableSlot(CreateTupleDescCopy(running_->tupDesc), &TTSOpsMinimalTuple);
        rows_ = static_cast<MinimalTuple*>(palloc(sizeof(MinimalTuple) * most_rows));
        PopActiveSnapshot();
        restore(caller);
        MemoryContextSwitchTo(before);
    });
}

void BaseQuery::fetch() {
    injected("before a batch");
    with_rights(user_, [this]() noexcept {
        const AsOwner caller = become(user_);
        ExecClearTuple(slot_);
        MemoryContextReset(batch_);
        count_ = at_ = 0;
        PushActiveSnapshot(snapshot_);
        run_executor(running_, most_rows);  // through the hooks
        PopActiveSnapshot();
        ended_ = count_ < most_rows;
        restore(caller);
    });
}

bool BaseQuery::next() {
    if (running_ == nullptr) start();
    if (at_ == count_) {
        if (ended_) return false;
        check_interrupts();
        fetch();
        if (count_ == 0) return false;
    }
    // A minimal tuple in memory: nothing here can fail.
    ExecStoreMinimalTuple(rows_[at_++], slot_, false);
    slot_getallattrs(slot_);
    return true;
}

void BaseQuery::finish() {
    if (running_ == nullptr) return;
    in_server([this]() noexcept {
        QueryDesc* ended = running_;
        running_ = nullptr;
        const AsOwner caller = become(user_);  // for hooks that tell about what has run
        ExecDropSingleTupleTableSlot(slot_);
        ExecutorFinish(ended);
        ExecutorEnd(ended);
        FreeQueryDesc(ended);
        MemoryContextDelete(context_);
        restore(caller);
    });
}

std::string_view BaseQuery::text_of(Datum datum, MemoryContext context) {
    auto* value = reinterpret_cast<struct varlena*>(DatumGetPointer(datum));
    if (VARATT_IS_EXTERNAL(value) || VARATT_IS_COMPRESSED(value))
        value = in_server([&]() noexcept {
            MemoryContext before = MemoryContextSwitchTo(context);
            struct varlena* plain = pg_detoast_datum_packed(value);
            MemoryContextSwitchTo(before);
            return plain;
        });
    return {VARDATA_ANY(value), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(value))};
}

Cell BaseQuery::cell(std::size_t column, CellType type) const {
    if (is_null(column)) return {};
    Cell cell;
    cell.is_null = false;
    switch (type) {
        case CellType::whole: cell.number = DatumGetInt64(value(column)); break;
        case CellType::boolean: cell.number = DatumGetBool(value(column)) ? 1 : 0; break;
        case CellType::text: cell.text = text(column); break;
    }
    return cell;
}

}  // namespace scrim::postgres

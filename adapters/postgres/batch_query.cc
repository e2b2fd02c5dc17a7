#include "batch_query.h"

#include "as_owner.h"

extern "C" {
#include "nodes/params.h"
}

namespace scrim::postgres {

bool BatchQuery::receive(TupleTableSlot* slot, DestReceiver* self) {
    BatchQuery* query = reinterpret_cast<Receiver*>(self)->query;
    if (query->count_ == query->room_) elog(ERROR, "more rows than places");
    MemoryContext before = MemoryContextSwitchTo(query->batch_);
    query->rows_[query->count_++] = ExecCopySlotMinimalTuple(slot);
    MemoryContextSwitchTo(before);
    return true;
}

bool BatchQuery::plan() {
    return BaseQuery::with_rights(user_, [this]() noexcept {
        context_ = AllocSetContextCreate(parent_, "scrim batches", ALLOCSET_DEFAULT_SIZES);
        batch_ = AllocSetContextCreate(context_, "scrim batch", ALLOCSET_DEFAULT_SIZES);
        MemoryContext before = MemoryContextSwitchTo(context_);
        const AsOwner caller = become(user_);
        PushActiveSnapshot(snapshot_);
        (void)set_config_option("enable_tidscan", "on", PGC_SUSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
        Oid parameter = TIDARRAYOID;
        RawStmt* raw = linitial_node(RawStmt, raw_parser(sql_.c_str(), RAW_PARSE_DEFAULT));
        Query* query = linitial_node(
            Query, pg_analyze_and_rewrite_fixedparams(raw, sql_.c_str(), &parameter, 1, nullptr));
        query->queryId = 0;  // no statistics of statements keeps it
        plan_ = pg_plan_query(query, sql_.c_str(), 0, nullptr);
        PopActiveSnapshot();
        restore(caller);
        MemoryContextSwitchTo(before);
        return IsA(plan_->planTree, TidScan) && !plan_->parallelModeNeeded;
    });
}

void BatchQuery::read(const ItemPointerData* places, int count) {
    injected("before a batch of places");
    BaseQuery::with_rights(user_, [&]() noexcept {
        const AsOwner caller = become(user_);
        if (slot_ != nullptr) ExecClearTuple(slot_);
        MemoryContextReset(batch_);
        MemoryContext before = MemoryContextSwitchTo(batch_);
        count_ = 0;
        room_ = count;
        rows_ = static_cast<MinimalTuple*>(palloc(sizeof(MinimalTuple) * count));
        auto* datums = static_cast<Datum*>(palloc(sizeof(Datum) * count));
        for (int i = 0; i < count; ++i) datums[i] = PointerGetDatum(&places[i]);
        ParamListInfo parameters = makeParamList(1);
        parameters->params[0].value =
            PointerGetDatum(construct_array(datums, count, TIDOID, sizeof(ItemPointerData), false, TYPALIGN_SHORT));
        parameters->params[0].isnull = false;
        parameters->params[0].pflags = PARAM_FLAG_CONST;
        parameters->params[0].ptype = TIDARRAYOID;
        auto* receiver = static_cast<Receiver*>(palloc0(sizeof(Receiver)));
        receiver->head.receiveSlot = receive;
        receiver->head.rStartup = [](DestReceiver*, int, TupleDesc) {};
        receiver->head.rShutdown = [](DestReceiver*) {};
        receiver->head.rDestroy = [](DestReceiver*) {};
        receiver->head.mydest = DestNone;
        receiver->query = this;
        PushActiveSnapshot(snapshot_);
        QueryDesc* running = CreateQueryDesc(plan_, sql_.c_str(), snapshot_, InvalidSnapshot, &receiver->head,
                                             parameters, nullptr, 0);
        ExecutorStart(running, 0);
        if (slot_ == nullptr) {
            MemoryContextSwitchTo(context_);
            slot_ = MakeSingleTupleTableSlot(CreateTupleDescCopy(running->tupDesc), &TTSOpsMinimalTuple);
            MemoryContextSwitchTo(batch_);
        }
        run_executor(running, 0);
        ExecutorFinish(running);
        ExecutorEnd(running);
        FreeQueryDesc(running);
        PopActiveSnapshot();
        restore(caller);
        MemoryContextSwitchTo(before);
    });
}

TupleTableSlot* BatchQuery::row(int i) {
    // A minimal tuple in memory: nothing here can fail.
    ExecStoreMinimalTuple(rows_[i], slot_, false);
    slot_getallattrs(slot_);
    return slot_;
}

Cell BatchQuery::cell(std::size_t column, CellType type) const {
    Cell cell;
    cell.is_null = slot_->tts_isnull[column];
    if (cell.is_null) return cell;
    const Datum value = slot_->tts_values[column];
    if (type == CellType::whole) cell.number = DatumGetInt64(value);
    if (type == CellType::boolean) cell.number = DatumGetBool(value) ? 1 : 0;
    if (type == CellType::text) cell.text = BaseQuery::text_of(value, batch_);
    return cell;
}

void BatchQuery::finish() {
    if (context_ == nullptr) return;
    in_server([this]() noexcept {
        if (slot_ != nullptr) ExecDropSingleTupleTableSlot(slot_);
        slot_ = nullptr;
        MemoryContextDelete(context_);
        context_ = nullptr;
    });
}

}  // namespace scrim::postgres

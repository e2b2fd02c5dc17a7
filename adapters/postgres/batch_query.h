// BatchQuery: a query about rows whose places are known, with somebody else's rights, as of one snapshot. Planned once.
//
//   BatchQuery rest("SELECT …, b.scrim_place FROM … AS b WHERE b.scrim_place = ANY ($1)", owner, snapshot, context);
//   rest.read(places, count);  // then rest.row(i), until the next call
#pragma once

#include "base_query.h"

namespace scrim::postgres {

class BatchQuery {
public:
    BatchQuery(std::string sql, Oid user, Snapshot snapshot, MemoryContext parent)
        : sql_(std::move(sql)), user_(user), snapshot_(snapshot), parent_(parent) {}
    BatchQuery(const BatchQuery&) = delete;
    BatchQuery& operator=(const BatchQuery&) = delete;
    ~BatchQuery() = default;

    // Plans it; false where the server would not go to the places directly.
    bool plan();
    // Copies of the rows at these places: at most as many, in any order.
    void read(const ItemPointerData* places, int count);
    int size() const { return count_; }
    // Its cells, which live until the next read().
    TupleTableSlot* row(int i);
    void prefetch(int i) const { __builtin_prefetch(rows_[i]); }
    Cell cell(std::size_t column, CellType type) const;  // of the row taken last
    void finish();

private:
    struct Receiver {
        DestReceiver head;
        BatchQuery* query;
    };
    static bool receive(TupleTableSlot* slot, DestReceiver* self);

    std::string sql_;
    Oid user_;
    Snapshot snapshot_;
    MemoryContext parent_, context_ = nullptr, batch_ = nullptr;
    PlannedStmt* plan_ = nullptr;
    TupleTableSlot* slot_ = nullptr;
    MinimalTuple* rows_ = nullptr;
    int count_ = 0, room_ = 0;
};

}  // namespace scrim::postgres

// BaseQuery: a query that is read with somebody else's rights, a batch of rows at a time, as of one snapshot.
//
// Not a portal: whoever asks could FETCH raw rows from "<unnamed portal 1>".
#pragma once

#include <string>

#include "guard.h"

namespace scrim::postgres {

class BaseQuery {
public:
    // `parent` lives longer than the query does.
    // `lends`: the extension's tables at the top of the query's FROM are read with the extension's rights.
    BaseQuery(std::string sql, Oid user, Snapshot snapshot, MemoryContext parent, bool lends = false);
    BaseQuery(const BaseQuery&) = delete;
    BaseQuery& operator=(const BaseQuery&) = delete;
    // Leaves the executor to the end of the transaction if it was not finished.
    ~BaseQuery() = default;

    // The next row, or false. The row lives until the next call.
    bool next();
    void finish();

    std::size_t columns() const { return static_cast<std::size_t>(slot_->tts_tupleDescriptor->natts); }
    bool is_null(std::size_t column) const { return slot_->tts_isnull[column]; }
    Datum value(std::size_t column) const { return slot_->tts_values[column]; }
    // Of a text; throws where it has to be fetched and cannot.
    std::string_view text(std::size_t column) const { return text_of(slot_->tts_values[column], batch_); }
    Oid type(std::size_t column) const { return TupleDescAttr(slot_->tts_tupleDescriptor, column)->atttypid; }
    Cell cell(std::size_t column, CellType type) const;

    // Of any text; what has to be fetched is put into this context.
    static std::string_view text_of(Datum value, MemoryContext context);

    // PostgreSQL code.
    static Query* parse_select(const char* sql) noexcept;  // analyzed and rewritten

    // Runs `f`, which is noexcept and becomes `user`. Whoever has not got that user's rights learns of an error only
    // that there was one.
    template <class F>
    static auto with_rights(Oid user, F&& f) {
        try {
            return in_server(std::forward<F>(f));
        } catch (const ServerError& error) {
            make_generic(error.data, user);
            throw;
        }
    }

private:
    struct Receiver {
        DestReceiver head;
        BaseQuery* query;
    };
    static constexpr int most_rows = 2000;

    void start();
    void fetch();
    static bool receive(TupleTableSlot* slot, DestReceiver* self);
    static void make_generic(ErrorData* error, Oid user);

    std::string sql_;
    Oid user_;
    Snapshot snapshot_;
    MemoryContext parent_, context_ = nullptr, batch_ = nullptr;
    QueryDesc* running_ = nullptr;
    TupleTableSlot* slot_ = nullptr;
    MinimalTuple* rows_ = nullptr;
    int count_ = 0, at_ = 0;
    bool ended_ = false, lends_ = false;
};

}  // namespace scrim::postgres

// Scan: one scan of an anonymization view, from its first row to its last.
//
// Whoever does not own the view gets its rows in an order drawn at random: where a row stands in the base table must
// not tell whose it is.
#pragma once

#include "adapters/postgres/row_labels.h"

#include "base_query.h"
#include "coded_rows.h"
#include "foreign_view.h"
#include "placed_scan.h"

namespace scrim::postgres {

class Scan {
public:
    struct Condition {
        AttrNumber attribute;
        Operator relation;
        std::vector<std::string> any;
        bool images;
    };

    // `wanted`: by attribute number less one.
    Scan(Oid relation, Snapshot snapshot, MemoryContext context, TupleDesc shape, std::vector<char> wanted,
         const std::vector<Condition>& conditions);
    Scan(const Scan&) = delete;
    Scan& operator=(const Scan&) = delete;

    // Fills a virtual slot, or leaves it empty at the end.
    void next(TupleTableSlot* slot);
    void again();  // from the first row on
    void finish();

private:
    struct Column {
        std::size_t shown = SIZE_MAX;  // of RowLabels::shown(); SIZE_MAX: NULL
        bool is_label = false, hides = false;
        std::size_t place = 0;  // in the base's row
    };

    bool read_row(TupleTableSlot* slot);
    void shuffle();
    void code_rows();

    ForeignView view_;
    MemoryContext context_;
    TupleDesc shape_;
    std::unique_ptr<RowLabels> rows_;
    std::vector<Column> columns_;
    std::vector<Cell> cells_;
    std::unique_ptr<BaseQuery> base_;
    Snapshot snapshot_, renewed_ = nullptr;  // of after this transaction's changes were settled
    bool in_order_ = false;
    std::unique_ptr<PlacedScan> placed_;  // where the rows' places are known
    std::unique_ptr<CodedScan> coded_;    // where they are kept as codes
    std::shared_ptr<const Version> may_code_;
    std::vector<char> wanted_;
    Tuplesortstate* shuffled_ = nullptr;
    TupleTableSlot* drawn_ = nullptr;
};

}  // namespace scrim::postgres

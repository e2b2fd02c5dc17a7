// PlacedScan: the rows of a view in an order drawn at random, each fetched from its place.
//
// Every order of the rows is as likely as any other, as if all were read and shuffled first; but the first rows need not
// wait for the others. Where the places are known is kept with the view's version.
#pragma once

#include "adapters/postgres/row_places.h"

#include <memory>
#include <span>
#include <vector>

#include "batch_query.h"
#include "chance.h"
#include "coded_columns.h"
#include "foreign_view.h"

namespace scrim::postgres {

class PlacedScan {
public:
    struct Column {
        std::size_t shown = SIZE_MAX;  // of View::shown(); SIZE_MAX: NULL
        bool is_label = false, hides = false;
    };

    // Null for a view of another kind. `matching`: which tuples are asked for; empty for all.
    static std::unique_ptr<PlacedScan> make(const ForeignView& view, const std::shared_ptr<const Version>& version,
                                            const std::vector<Column>& columns, std::span<const char> matching,
                                            Snapshot snapshot, MemoryContext context);

    // Fills a virtual slot, or leaves it empty at the end.
    void next(TupleTableSlot* slot);
    void again() { at_ = batch_begin_ = batch_end_ = 0; }
    void finish() { rest_.finish(); }

private:
    struct Known {  // of a version
        std::shared_ptr<const RowPlaces> places;
        std::shared_ptr<CodedColumns> coded;
    };
    struct Kept;
    static std::vector<Kept>& kept();

    PlacedScan(const ForeignView& view, PlacedView placed, Known known, const std::vector<Column>& columns,
               Snapshot snapshot, MemoryContext context);
    void choose(std::span<const char> matching);
    bool needs_rest();
    void next_batch();
    void fetch_rest();

    PlacedView placed_;
    std::shared_ptr<const RowPlaces> places_;
    std::shared_ptr<CodedColumns> coded_;
    Oid owner_;
    Snapshot snapshot_;
    MemoryContext context_;
    std::vector<Column> columns_;
    std::vector<std::size_t> of_rest_;                         // columns of View::shown() that labels do not say
    std::vector<const CodedColumns::Column*> codes_;           // by column of the slot; null for one that is not coded
    bool fetches_ = false;                                     // the batch's rest is in rest_
    BatchQuery rest_;
    std::vector<Cell> cells_;
    Chance chance_;
    std::vector<std::uint32_t> order_;  // rows; those before drawn_ are where they belong
    std::size_t at_ = 0, drawn_ = 0, batch_begin_ = 0, batch_end_ = 0;
    std::vector<RowPlace> batch_;  // as order_ has it
    std::vector<int> fetched_;     // of each: which of the rows that came
};

}  // namespace scrim::postgres

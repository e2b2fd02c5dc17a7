#include "scan.h"

#include "as_owner.h"
#include "backend_server.h"
#include "changes.h"
#include "label_type.h"
#include "version_cache.h"

namespace scrim::postgres {
Scan::Scan(Oid relation, Snapshot snapshot, MemoryContext context, TupleDesc shape, std::vector<char> wanted,
           const std::vector<Condition>& conditions)
    : view_(ForeignView::read(relation)), context_(context), shape_(shape), snapshot_(snapshot) {
    injected("at the begin of a scan");
    if (is_unsettled(relation)) {
        settle_view(relation);
        snapshot = snapshot_ = renewed_ = in_server([&]() noexcept { return renewed_snapshot(snapshot); });
    }
    const Purpose purpose = purpose_of_session(view_);
    in_order_ = in_server([&]() noexcept { return has_rights_of(view_.owner); });
    BackendServer server(view_.owner, snapshot, context);
    const auto version = version_of(view_, purpose, server, snapshot);
    const std::vector<View::Shown> shown = version->view().shown();
    std::vector<char> wanted_shown(shown.size(), 0);
    columns_.resize(view_.columns.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const std::string& name = view_.columns[i].name;
        if (name.empty()) continue;
        std::size_t place = 0;
        while (place < shown.size() && !same_name(shown[place].name, name)) ++place;
        if (place == shown.size())
            throw Refused("column \"" + name + "\" of \"" + view_.name + "\" is not a column that its query shows",
                          "drop the column, or add it to the query");
        using As = View::Shown::As;
        Column& column = columns_[i];
        column.is_label = shown[place].as == As::quasi || shown[place].as == As::node;
        column.hides = shown[place].as == As::plain_sensitive;
        const QueryColumn& base = version->view().column(name);
        const Oid type = view_.types[i];
        const bool fits = column.is_label
                              ? type == in_server([]() noexcept {
                                    return GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("label"),
                                                           ObjectIdGetDatum(get_namespace_oid("scrim", false)));
                                })
                              : type == base.type_id;
        if (!fits)
            throw Refused("column \"" + name + "\" of \"" + view_.name + "\" has the wrong type",
                          "it is " + (column.is_label ? std::string("scrim.label") : base.type));
        if (!wanted[i]) continue;
        column.shown = place;
        wanted_shown[place] = 1;
    }
    std::vector<RowLabels::Condition> asked;
    for (const Condition& condition : conditions)
        asked.push_back({view_.columns[static_cast<std::size_t>(condition.attribute) - 1].name, condition.relation,
                         condition.any, condition.images});
    rows_ = std::make_unique<RowLabels>(version, std::move(wanted_shown), asked, algebra());
    cells_.resize(rows_->reading().types.size());
    for (Column& column : columns_)
        if (column.shown != SIZE_MAX && !column.is_label) column.place = rows_->plain(column.shown);
    if (in_order_) return;
    std::vector<PlacedScan::Column> placed;
    for (const Column& column : columns_) placed.push_back({column.shown, column.is_label, column.hides});
    placed_ = PlacedScan::make(view_, version, placed, rows_->matching(), snapshot_, context_);
    if (placed_ || !conditions.empty()) return;
    wanted_ = std::move(wanted);
    if (CodedRows::may_be_kept(version.get(), wanted_)) may_code_ = version;
    if (auto rows = CodedRows::find(version.get(), wanted_)) coded_ = std::make_unique<CodedScan>(std::move(rows));
}

bool Scan::read_row(TupleTableSlot* slot) {
    if (!base_) {
        const Reading& reading = rows_->reading();
        base_ = std::make_unique<BaseQuery>(reading.sql, view_.owner, snapshot_, context_, reading.kept);
        rows_->begin();
    }
    const std::vector<CellType>& types = rows_->reading().types;
    for (;;) {
        if (!base_->next()) {
            rows_->end();
            return false;
        }
        for (std::size_t c = 0; c < types.size(); ++c) cells_[c] = base_->cell(c, types[c]);
        if (rows_->take(cells_)) break;
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Column& column = columns_[i];
        slot->tts_isnull[i] = true;
        slot->tts_values[i] = 0;
        if (column.shown == SIZE_MAX) continue;
        if (column.is_label) {
            const std::string* label = rows_->label(column.shown);
            if (label == nullptr) continue;
            slot->tts_values[i] = PointerGetDatum(label->data());
        } else {
            if (base_->is_null(column.place) || (column.hides && rows_->is_hidden())) continue;
            slot->tts_values[i] = base_->value(column.place);
        }
        slot->tts_isnull[i] = false;
    }
    return true;
}

// Sorts all rows by numbers drawn at random.
void Scan::shuffle() {
    TupleTableSlot* numbered = nullptr;
    in_server([&]() noexcept {
        MemoryContext before = MemoryContextSwitchTo(context_);
        TupleDesc with_number = CreateTemplateTupleDesc(shape_->natts + 1);
        for (int i = 1; i <= shape_->natts; ++i)
            TupleDescCopyEntry(with_number, static_cast<AttrNumber>(i), shape_, static_cast<AttrNumber>(i));
        TupleDescInitEntry(with_number, static_cast<AttrNumber>(shape_->natts + 1), "scrim_number", INT8OID, -1, 0);
        AttrNumber key = static_cast<AttrNumber>(shape_->natts + 1);
        Oid less = Int8LessOperator, collation = InvalidOid;
        bool nulls_first = false;
        shuffled_ = tuplesort_begin_heap(with_number, 1, &key, &less, &collation, &nulls_first, work_mem, nullptr,
                                         TUPLESORT_RANDOMACCESS);
        numbered = MakeSingleTupleTableSlot(with_number, &TTSOpsVirtual);
        drawn_ = MakeSingleTupleTableSlot(with_number, &TTSOpsMinimalTuple);
        MemoryContextSwitchTo(before);
    });
    Chance chance;
    for (;;) {
        ExecClearTuple(numbered);
        if (!read_row(numbered)) break;
        numbered->tts_values[shape_->natts] = Int64GetDatum(static_cast<std::int64_t>(chance.draw()));
        numbered->tts_isnull[shape_->natts] = false;
        ExecStoreVirtualTuple(numbered);
        in_server([&]() noexcept { tuplesort_puttupleslot(shuffled_, numbered); });
    }
    in_server([&]() noexcept {
        ExecDropSingleTupleTableSlot(numbered);
        tuplesort_performsort(shuffled_);
    });
    base_->finish();
    base_.reset();
}

// Reads all rows, which the version keeps if they have few different values.
void Scan::code_rows() {
    std::vector<CodedRows::Kind> kinds;
    for (const Column& column : columns_)
        kinds.push_back(column.shown == SIZE_MAX ? CodedRows::Kind::unwanted
                        : column.is_label        ? CodedRows::Kind::label
                                                 : CodedRows::Kind::plain);
    auto rows = std::make_shared<CodedRows>(shape_, kinds);
    TupleTableSlot* slot = in_server([this]() noexcept {
        MemoryContext before = MemoryContextSwitchTo(context_);
        TupleTableSlot* made = MakeSingleTupleTableSlot(shape_, &TTSOpsVirtual);
        MemoryContextSwitchTo(before);
        return made;
    });
    bool fits = true;
    while (fits && read_row(slot)) fits = rows->add(slot);
    in_server([slot]() noexcept { ExecDropSingleTupleTableSlot(slot); });
    base_->finish();
    base_.reset();
    CodedRows::keep(may_code_, wanted_, fits ? rows : nullptr);
    if (fits) coded_ = std::make_unique<CodedScan>(std::move(rows));
    may_code_.reset();
}

void Scan::next(TupleTableSlot* slot) {
    injected("at a row");
    if (in_order_) {
        if (read_row(slot)) ExecStoreVirtualTuple(slot);
        return;
    }
    if (placed_) return placed_->next(slot);
    if (may_code_) code_rows();
    if (coded_) return coded_->next(slot);
    if (shuffled_ == nullptr) shuffle();
    in_server([&]() noexcept {
        if (!tuplesort_gettupleslot(shuffled_, true, false, drawn_, nullptr)) return;
        slot_getallattrs(drawn_);
        for (int i = 0; i < shape_->natts; ++i) {
            slot->tts_values[i] = drawn_->tts_values[i];
            slot->tts_isnull[i] = drawn_->tts_isnull[i];
        }
        ExecStoreVirtualTuple(slot);
    });
}

void Scan::again() {
    if (placed_) placed_->again();
    if (coded_) coded_->again();
    if (shuffled_ != nullptr) {
        in_server([this]() noexcept { tuplesort_rescan(shuffled_); });
    } else if (base_) {
        base_->finish();
        base_.reset();
    }
}

void Scan::finish() {
    if (placed_) placed_->finish();
    if (base_) base_->finish();
    base_.reset();
    if (renewed_ != nullptr)
        in_server([this]() noexcept {
            UnregisterSnapshot(renewed_);
            renewed_ = nullptr;
        });
    if (shuffled_ == nullptr) return;
    in_server([this]() noexcept {
        ExecDropSingleTupleTableSlot(drawn_);
        tuplesort_end(shuffled_);
        shuffled_ = nullptr;
    });
}

}  // namespace scrim::postgres

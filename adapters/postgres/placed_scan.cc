#include "placed_scan.h"

#include <algorithm>
#include <numeric>

#include "as_owner.h"

extern "C" {
#include "catalog/pg_am.h"
#include "catalog/pg_inherits.h"
#include "parser/analyze.h"
}

namespace scrim::postgres {
namespace {

constexpr std::size_t first_batch = 256, largest_batch = 131'072;
constexpr std::size_t most_kept = 2;  // versions whose places are kept

// PostgreSQL code: the query with a last column scrim_place, or null for one that is not about the rows of one table.
const char* with_place(const char* sql, Oid owner) noexcept {
    List* raw = raw_parser(sql, RAW_PARSE_DEFAULT);
    if (list_length(raw) != 1) return nullptr;
    Query* query = parse_analyze_fixedparams(linitial_node(RawStmt, raw), sql, nullptr, 0, nullptr);
    if (query->commandType != CMD_SELECT || list_length(query->rtable) != 1 || query->hasAggs ||
        query->hasWindowFuncs || query->hasTargetSRFs || query->hasDistinctOn || query->distinctClause != NIL ||
        query->groupClause != NIL || query->groupingSets != NIL || query->havingQual != nullptr ||
        query->setOperations != nullptr || query->cteList != NIL || query->sortClause != NIL ||
        query->limitCount != nullptr || query->limitOffset != nullptr || query->rowMarks != NIL)
        return nullptr;
    auto* entry = linitial_node(RangeTblEntry, query->rtable);
    if (entry->rtekind != RTE_RELATION || entry->relkind != RELKIND_RELATION || entry->tablesample != nullptr ||
        has_subclass(entry->relid) || pg_class_aclcheck(entry->relid, owner, ACL_SELECT) != ACLCHECK_OK)
        return nullptr;
    Relation table = table_open(entry->relid, AccessShareLock);
    const bool is_heap = table->rd_rel->relam == HEAP_TABLE_AM_OID;
    table_close(table, NoLock);
    if (!is_heap) return nullptr;
    Var* place = makeVar(1, SelfItemPointerAttributeNumber, TIDOID, -1, InvalidOid, 0);
    char name[] = "scrim_place";
    query->targetList =
        lappend(query->targetList, makeTargetEntry(reinterpret_cast<Expr*>(place),
                                                   static_cast<AttrNumber>(list_length(query->targetList) + 1),
                                                   pstrdup(name), false));
    return pg_get_querydef(query, false);
}

RowPlace place_of(Datum tid) {
    const auto* place = reinterpret_cast<const ItemPointerData*>(DatumGetPointer(tid));
    return {ItemPointerGetBlockNumberNoCheck(place), ItemPointerGetOffsetNumberNoCheck(place), 0};
}

std::shared_ptr<const RowPlaces> read_places(const ForeignView& view, const Version& version, PlacedView& placed,
                                             Snapshot snapshot, MemoryContext context) {
    auto made = std::make_shared<RowPlaces>();
    const std::vector<CellType>& types = placed.places().types;
    std::vector<Cell> cells(types.size());
    BaseQuery query(placed.places().sql, view.owner, snapshot, context);
    while (query.next()) {
        for (std::size_t c = 0; c < types.size(); ++c) cells[c] = query.cell(c, types[c]);
        RowPlace place = place_of(query.value(types.size()));
        place.tuple = placed.tuple_of(cells);
        made->add(place);
    }
    query.finish();
    made->finish(version.tuples());
    return made;
}

struct Kept {
    std::weak_ptr<const Version> version;
    std::shared_ptr<const RowPlaces> places;
};

std::vector<Kept>& kept() {
    static std::vector<Kept> all;  // the one asked for last is the last
    return all;
}

}  // namespace

std::uint64_t Chance::draw() {
    if (at_ == size) {
        const bool drawn = in_server([this]() noexcept { return pg_strong_random(numbers_, sizeof numbers_); });
        if (!drawn) throw std::runtime_error("the operating system gives no random numbers");
        at_ = 0;
    }
    return numbers_[at_++];
}

std::uint64_t Chance::below(std::uint64_t count) {
    const std::uint64_t uneven = (0 - count) % count;
    for (;;) {
        const std::uint64_t number = draw();
        if (number >= uneven) return number % count;
    }
}

std::unique_ptr<PlacedScan> PlacedScan::make(const ForeignView& view, const std::shared_ptr<const Version>& version,
                                             const std::vector<Column>& columns, std::span<const char> matching,
                                             Snapshot snapshot, MemoryContext context) {
    std::erase_if(kept(), [](const Kept& one) { return one.version.expired(); });
    if (!PlacedView::is_possible(version->view())) return nullptr;
    const std::string& sql = version->view().definition.engine_query;
    const char* query = BaseQuery::with_rights(view.owner, [&]() noexcept {
        const AsOwner caller = become(view.owner);
        const char* made = with_place(sql.c_str(), view.owner);
        restore(caller);
        return made;
    });
    if (query == nullptr) return nullptr;
    std::vector<char> wanted(version->view().shown().size(), 0);
    for (const Column& column : columns)
        if (column.shown != SIZE_MAX) wanted[column.shown] = 1;
    PlacedView placed(version, query, wanted);
    auto& all = kept();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Kept& one) { return one.version.lock() == version; });
    std::shared_ptr<const RowPlaces> places;
    if (found != all.end()) {
        std::rotate(found, found + 1, all.end());
        places = all.back().places;
    } else {
        places = read_places(view, *version, placed, snapshot, context);
        if (all.size() >= most_kept) all.erase(all.begin());
        all.push_back({version, places});
    }
    std::unique_ptr<PlacedScan> made(
        new PlacedScan(view, std::move(placed), std::move(places), columns, snapshot, context));
    if (!made->placed_.rest().empty() && !made->rest_.plan()) return nullptr;
    made->choose(matching, version->tuples());
    return made;
}

PlacedScan::PlacedScan(const ForeignView& view, PlacedView placed, std::shared_ptr<const RowPlaces> places,
                       const std::vector<Column>& columns, Snapshot snapshot, MemoryContext context)
    : placed_(std::move(placed)),
      places_(std::move(places)),
      columns_(columns),
      rest_(placed_.rest(), view.owner, snapshot, context),
      cells_(placed_.cells_of_rest().size()) {}

// The rows that are asked for; in which order they come is drawn as they do.
void PlacedScan::choose(std::span<const char> matching, std::size_t tuples) {
    if (matching.empty()) {
        order_.resize(places_->size());
        std::iota(order_.begin(), order_.end(), 0);
        return;
    }
    for (std::size_t t = 0; t < tuples; ++t)
        if (matching[t])
            for (std::uint32_t row = places_->first(t); row < places_->last(t); ++row) order_.push_back(row);
}

void PlacedScan::next_batch() {
    check_interrupts();
    const std::size_t size = std::clamp((batch_end_ - batch_begin_) * 2, first_batch, largest_batch);
    batch_begin_ = batch_end_;
    batch_end_ = std::min(batch_begin_ + size, order_.size());
    for (; drawn_ < batch_end_; ++drawn_)
        std::swap(order_[drawn_], order_[drawn_ + chance_.below(order_.size() - drawn_)]);
    // Places and labels lie anywhere in memory: it is told beforehand which.
    const std::size_t count = batch_end_ - batch_begin_;
    constexpr std::size_t ahead = 16;
    batch_.resize(count);
    for (std::size_t i = 0; i < count + ahead; ++i) {
        if (i < count) __builtin_prefetch(places_->at(order_[batch_begin_ + i]));
        if (i < ahead) continue;
        batch_[i - ahead] = *places_->at(order_[batch_begin_ + i - ahead]);
    }
    if (placed_.rest().empty()) return;
    // In the order of the table, as the server goes through places; each knows where in the batch it belongs.
    struct Asked {
        RowPlace place;
        std::uint32_t position;
    };
    std::vector<Asked> asked(count);
    for (std::size_t i = 0; i < count; ++i) asked[i] = {batch_[i], static_cast<std::uint32_t>(i)};
    std::sort(asked.begin(), asked.end(), [](const Asked& a, const Asked& b) { return a.place.before(b.place); });
    std::vector<ItemPointerData> tids(count);
    for (std::size_t i = 0; i < count; ++i) ItemPointerSet(&tids[i], asked[i].place.block, asked[i].place.item);
    rest_.read(tids.data(), static_cast<int>(count));
    fetched_.assign(count, -1);
    for (int came = 0; came < rest_.size(); ++came) {
        const RowPlace place = place_of(rest_.row(came)->tts_values[placed_.place_in_rest()]);
        auto found = asked.begin() + came;
        if (!found->place.is_at(place))
            found = std::lower_bound(asked.begin(), asked.end(), place,
                                     [](const Asked& a, const RowPlace& b) { return a.place.before(b); });
        if (found != asked.end() && found->place.is_at(place)) fetched_[found->position] = came;
    }
    if (std::find(fetched_.begin(), fetched_.end(), -1) != fetched_.end())
        throw Refused("the view's data changed while they were read", "ask again", Refused::Kind::data);
}

void PlacedScan::next(TupleTableSlot* slot) {
    if (at_ == order_.size()) return;
    if (at_ == batch_end_) next_batch();
    const std::size_t in_batch = at_ - batch_begin_;
    const std::uint32_t tuple = batch_[in_batch].tuple;
    constexpr std::size_t ahead = 8;
    if (in_batch + ahead < batch_.size()) placed_.prefetch(batch_[in_batch + ahead].tuple);
    TupleTableSlot* rest = nullptr;
    if (!placed_.rest().empty()) {
        if (in_batch + ahead < batch_.size()) rest_.prefetch(fetched_[in_batch + ahead]);
        rest = rest_.row(fetched_[in_batch]);
        const std::vector<CellType>& types = placed_.cells_of_rest();
        for (std::size_t c = 0; c < types.size(); ++c) cells_[c] = rest_.cell(c, types[c]);
    }
    ++at_;
    const bool hidden = placed_.is_hidden(tuple);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Column& column = columns_[i];
        slot->tts_isnull[i] = true;
        slot->tts_values[i] = 0;
        if (column.shown == SIZE_MAX) continue;
        if (column.is_label) {
            const std::string* label = placed_.label(column.shown, tuple, cells_);
            if (label == nullptr) continue;
            slot->tts_values[i] = PointerGetDatum(label->data());
        } else {
            const std::size_t place = placed_.plain(column.shown);
            if (place == PlacedView::none || rest->tts_isnull[place] || (column.hides && hidden)) continue;
            slot->tts_values[i] = rest->tts_values[place];
        }
        slot->tts_isnull[i] = false;
    }
    ExecStoreVirtualTuple(slot);
}

}  // namespace scrim::postgres

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

std::shared_ptr<const RowPlaces> read_places(const ForeignView& view, PlacedView& placed,
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
    return made;
}

}  // namespace

struct PlacedScan::Kept {
    std::weak_ptr<const Version> version;
    Known known;
};

std::vector<PlacedScan::Kept>& PlacedScan::kept() {
    static auto& all = *new std::vector<Kept>();  // the one asked for last is the last
    return all;
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
    if (found != all.end()) {
        std::rotate(found, found + 1, all.end());
    } else {
        Known read{read_places(view, placed, snapshot, context), std::make_shared<CodedColumns>()};
        if (all.size() >= most_kept) all.erase(all.begin());
        all.push_back({version, std::move(read)});
    }
    std::unique_ptr<PlacedScan> made(
        new PlacedScan(view, std::move(placed), all.back().known, columns, snapshot, context));
    if (!made->placed_.rest().empty() && !made->rest_.plan()) return nullptr;
    made->choose(matching);
    return made;
}

PlacedScan::PlacedScan(const ForeignView& view, PlacedView placed, Known known, const std::vector<Column>& columns,
                       Snapshot snapshot, MemoryContext context)
    : placed_(std::move(placed)),
      places_(std::move(known.places)),
      coded_(std::move(known.coded)),
      owner_(view.owner),
      snapshot_(snapshot),
      context_(context),
      columns_(columns),
      codes_(columns.size(), nullptr),
      rest_(placed_.rest(), view.owner, snapshot, context),
      cells_(placed_.cells_of_rest().size()) {
    for (const Column& column : columns_)
        if (column.shown != SIZE_MAX && (placed_.plain(column.shown) != PlacedView::none ||
                                         placed_.node_place(column.shown) != PlacedView::none))
            of_rest_.push_back(column.shown);
}

// The rows that are asked for; in which order they come is drawn as they do.
void PlacedScan::choose(std::span<const char> matching) {
    if (matching.empty()) {
        order_.resize(places_->size());
        std::iota(order_.begin(), order_.end(), 0);
        return;
    }
    for (std::uint32_t row = 0; row < places_->size(); ++row)
        if (matching[places_->at(row)->tuple]) order_.push_back(row);
}

// Whether the batch's rows have to be fetched. Who reads on has all rows coded, if that can be.
bool PlacedScan::needs_rest() {
    const std::size_t reads_on = std::min<std::size_t>(8'000, places_->size() / 8);
    if (of_rest_.empty()) return false;
    const bool coded = std::all_of(of_rest_.begin(), of_rest_.end(),
                                   [&](std::size_t shown) { return coded_->find(shown) != nullptr; });
    if (!coded) {
        if (batch_begin_ < reads_on || order_.size() < places_->size() / 2 ||
            !coded_->may_code(of_rest_, places_->size()))
            return true;
        coded_->code(of_rest_, placed_, *places_, owner_, snapshot_, context_);
        return needs_rest();
    }
    for (std::size_t i = 0; i < columns_.size(); ++i)
        if (columns_[i].shown != SIZE_MAX) codes_[i] = coded_->find(columns_[i].shown);
    return false;
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
    fetches_ = needs_rest();
    if (fetches_) fetch_rest();
}

void PlacedScan::fetch_rest() {
    const std::size_t count = batch_.size();
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
    if (fetches_) {
        if (in_batch + ahead < batch_.size()) rest_.prefetch(fetched_[in_batch + ahead]);
        rest = rest_.row(fetched_[in_batch]);
        const std::vector<CellType>& types = placed_.cells_of_rest();
        for (std::size_t c = 0; c < types.size(); ++c) cells_[c] = rest_.cell(c, types[c]);
    }
    const std::uint32_t row = order_[at_++];
    const bool hidden = placed_.is_hidden(tuple);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Column& column = columns_[i];
        slot->tts_isnull[i] = true;
        slot->tts_values[i] = 0;
        if (column.shown == SIZE_MAX) continue;
        const std::uint16_t code = codes_[i] == nullptr ? 0 : codes_[i]->codes[row];
        if (column.is_label) {
            const std::string* label = placed_.is_quasi(column.shown) ? placed_.quasi(column.shown, tuple)
                                       : hidden                       ? placed_.hidden_node(column.shown)
                                       : fetches_ ? placed_.node(column.shown, cells_[placed_.node_place(column.shown)])
                                                  : codes_[i]->labels[code];
            if (label == nullptr) continue;
            slot->tts_values[i] = PointerGetDatum(label->data());
        } else {
            const std::size_t place = placed_.plain(column.shown);
            if (place == PlacedView::none || (column.hides && hidden)) continue;
            if (fetches_ ? rest->tts_isnull[place] : code == 0) continue;
            slot->tts_values[i] = fetches_ ? rest->tts_values[place] : codes_[i]->values[code];
        }
        slot->tts_isnull[i] = false;
    }
    ExecStoreVirtualTuple(slot);
}

}  // namespace scrim::postgres

#include "coded_columns.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "as_owner.h"

extern "C" {
#include "utils/datum.h"
}

namespace scrim::postgres {
namespace {

constexpr std::string_view null_bytes("\0null", 5);  // which no value has

struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

// One column while it is read.
struct Coding {
    std::size_t shown = 0, place = 0;
    bool is_node = false, by_value = false;
    int16 length = 0;
    CodedColumns::Column made;
    std::unordered_map<std::string, std::uint16_t, Hash, std::equal_to<>> known;

    // What two values are equal by: their bytes. Nothing for one that is not kept whole in its row.
    std::optional<std::string_view> bytes(const Datum& value) const {
        if (by_value) return std::string_view(reinterpret_cast<const char*>(&value), sizeof value);
        const auto* stored = reinterpret_cast<struct varlena*>(DatumGetPointer(value));
        if (length > 0) return std::string_view(DatumGetPointer(value), static_cast<std::size_t>(length));
        if (VARATT_IS_EXTERNAL(stored) || VARATT_IS_COMPRESSED(stored)) return std::nullopt;
        return std::string_view(VARDATA_ANY(stored), VARSIZE_ANY_EXHDR(stored));
    }
};

RowPlace place_of(Datum tid) {
    const auto* place = reinterpret_cast<const ItemPointerData*>(DatumGetPointer(tid));
    return {ItemPointerGetBlockNumberNoCheck(place), ItemPointerGetOffsetNumberNoCheck(place), 0};
}

}  // namespace

CodedColumns::~CodedColumns() {
    if (values_ != nullptr) MemoryContextDelete(values_);
}

bool CodedColumns::may_code(const std::vector<std::size_t>& shown, std::size_t rows) const {
    const bool refused =
        std::any_of(shown.begin(), shown.end(), [&](std::size_t column) { return refused_.contains(column); });
    return !refused && (columns_.size() + shown.size()) * rows * sizeof(std::uint16_t) <= most_bytes;
}

void CodedColumns::code(const std::vector<std::size_t>& shown, const PlacedView& placed, const RowPlaces& places,
                        Oid owner, Snapshot snapshot, MemoryContext scratch) {
    if (values_ == nullptr)
        values_ = in_server([]() noexcept {
            return AllocSetContextCreate(TopMemoryContext, "scrim coded columns", ALLOCSET_SMALL_SIZES);
        });
    std::vector<Coding> codings;
    for (const std::size_t column : shown) {
        if (find(column) != nullptr) continue;
        const bool is_node = placed.node_place(column) != PlacedView::none;
        Coding& coding = codings.emplace_back();
        coding.shown = column;
        coding.place = is_node ? placed.node_place(column) : placed.plain(column);
        coding.is_node = is_node;
        coding.made.codes.reserve(places.size());
        coding.made.values.push_back(0);
        coding.made.labels.push_back(nullptr);
    }
    BaseQuery query(placed.whole_rest(), owner, snapshot, scratch);
    std::size_t row = 0;
    while (query.next()) {
        if (row == 0)
            for (Coding& coding : codings)
                in_server([&]() noexcept { get_typlenbyval(query.type(coding.place), &coding.length, &coding.by_value); });
        if (row == places.size() || !places.at(row)->is_at(place_of(query.value(placed.place_in_rest()))))
            throw Refused("the view's data changed while they were read", "ask again", Refused::Kind::data);
        for (Coding& coding : codings) {
            if (refused_.contains(coding.shown)) continue;
            // NULL is a value as others to a hierarchy, and nothing to a column that is handed through.
            if (query.is_null(coding.place) && !coding.is_node) {
                coding.made.codes.push_back(0);
                continue;
            }
            const Datum value = query.is_null(coding.place) ? 0 : query.value(coding.place);
            const auto bytes = query.is_null(coding.place) ? std::optional(null_bytes)
                                                           : coding.bytes(value);
            const auto known = bytes ? coding.known.find(*bytes) : coding.known.end();
            if (known != coding.known.end()) {
                coding.made.codes.push_back(known->second);
                continue;
            }
            if (!bytes || coding.known.size() == most_values) {
                refused_.insert(coding.shown);
                continue;
            }
            const auto code = static_cast<std::uint16_t>(coding.known.size() + 1);
            coding.known.emplace(*bytes, code);
            coding.made.codes.push_back(code);
            if (coding.is_node) {
                const CellType type = placed.cells_of_rest()[coding.place];
                coding.made.labels.push_back(placed.node(coding.shown, query.cell(coding.place, type)));
            } else {
                coding.made.values.push_back(in_server([&]() noexcept {
                    MemoryContext before = MemoryContextSwitchTo(values_);
                    const Datum copied = datumCopy(value, coding.by_value, coding.length);
                    MemoryContextSwitchTo(before);
                    return copied;
                }));
            }
        }
        ++row;
    }
    query.finish();
    if (row != places.size())
        throw Refused("the view's data changed while they were read", "ask again", Refused::Kind::data);
    for (Coding& coding : codings)
        if (!refused_.contains(coding.shown)) columns_.emplace(coding.shown, std::move(coding.made));
}

}  // namespace scrim::postgres

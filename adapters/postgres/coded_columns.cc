#include "coded_columns.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include "as_owner.h"

namespace scrim::postgres {
namespace {

// One column while it is read.
struct Coding {
    std::size_t shown = 0, place = 0;
    bool is_node = false;
    DatumCodes values;
    CodedColumns::Column made;
    std::unordered_map<std::string, std::uint16_t> nodes;  // by the value below them
};

RowPlace place_of(Datum tid) {
    const auto* place = reinterpret_cast<const ItemPointerData*>(DatumGetPointer(tid));
    return {ItemPointerGetBlockNumberNoCheck(place), ItemPointerGetOffsetNumberNoCheck(place), 0};
}

// Of the node that a value shows: NULL is a value as others to a hierarchy.
std::optional<std::uint16_t> node_code(Coding& coding, const PlacedView& placed, const Cell& value) {
    const std::string key = value.is_null ? "null" : value.text.empty() ? "#" + std::to_string(value.number)
                                                                        : "=" + std::string(value.text);
    const auto found = coding.nodes.find(key);
    if (found != coding.nodes.end()) return found->second;
    if (coding.nodes.size() == DatumCodes::most_values) return std::nullopt;
    coding.made.labels.push_back(placed.node(coding.shown, value));
    const auto code = static_cast<std::uint16_t>(coding.made.labels.size() - 1);
    coding.nodes.emplace(key, code);
    return code;
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
        coding.made.labels.push_back(nullptr);
    }
    BaseQuery query(placed.whole_rest(), owner, snapshot, scratch);
    std::size_t row = 0;
    bool is_same = true;
    while (query.next()) {
        for (std::size_t c = 0; row == 0 && c < codings.size(); ++c) {
            const Oid type = query.type(codings[c].place);
            int16 length = 0;
            bool by_value = false;
            in_server([&]() noexcept { get_typlenbyval(type, &length, &by_value); });
            codings[c].values.of_type(by_value, length);
        }
        if (row == places.size() || !places.at(row)->is_at(place_of(query.value(placed.place_in_rest())))) {
            is_same = false;
            break;
        }
        for (Coding& coding : codings) {
            if (refused_.contains(coding.shown)) continue;
            std::optional<std::uint16_t> code;
            if (coding.is_node)
                code = node_code(coding, placed, query.cell(coding.place, placed.cells_of_rest()[coding.place]));
            else
                code = query.is_null(coding.place) ? 0 : coding.values.add(query.value(coding.place), values_);
            if (code)
                coding.made.codes.push_back(*code);
            else
                refused_.insert(coding.shown);
        }
        ++row;
    }
    query.finish();
    // Settings can make the server read in another order: then rows are fetched.
    if (!is_same || row != places.size()) refused_.insert(shown.begin(), shown.end());
    for (Coding& coding : codings)
        if (!refused_.contains(coding.shown)) {
            coding.made.values = coding.values.values();
            columns_.emplace(coding.shown, std::move(coding.made));
        }
}

}  // namespace scrim::postgres

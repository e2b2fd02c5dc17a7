#include "adapters/arrow/relisted.h"

#include "adapters/arrow/cell_codes.h"
#include "adapters/arrow/held_stream.h"
#include "adapters/arrow/list_text.h"
#include "adapters/arrow/written_items.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrim::arrow {
namespace {

// All cells of a column as codes: of texts, or of lists.
struct ReadCells {
    CellCodes cells;
    std::vector<Code> codes;
};

Result<ReadCells> read_cells(const HeldBatches& held, std::size_t column) {
    ReadCells read{CellCodes(held.types()[column]), std::vector<Code>(held.rows())};
    const char* wrong = nullptr;
    std::size_t done = 0;
    held.each_piece(column, 0, held.rows(), [&](const ArrowArray& array, std::int64_t first, std::uint64_t count) {
        if (!wrong) wrong = read.cells.look_up(array, first, std::span(read.codes).subspan(done, count));
        done += count;
    });
    if (wrong) return input_error(format("column {} is no valid Arrow array: {}", quoted(held.names()[column]), wrong));
    return read;
}

bool holds_text(const CellType& type) { return type.layout >= Layout::text && !type.lists && type.unit == Unit::as_is; }

// A column of lists: which one each cell is, and the lists' items.
struct Relisted {
    std::string name, items_name;
    bool large = false;
    std::vector<std::vector<Code>> lists;  // [list]: the codes of its items
    std::optional<WrittenItems> items;
    std::vector<Code> cells;  // [row]: 0 for NULL, else 1 + list
};

// Nothing where a text is of no list.
Result<std::shared_ptr<const Relisted>> relist(const HeldBatches& shown, std::size_t at, const HeldBatches& original,
                                               std::size_t from) {
    const CellType& type = original.types()[from];
    SCRIM_TRY(ReadCells lists, read_cells(original, from));
    SCRIM_TRY(ReadCells texts, read_cells(shown, at));
    std::vector<encode::Dictionary> all, items;
    all.push_back(std::move(lists.cells.dictionary()));
    auto made = std::make_shared<Relisted>();
    const ArrowSchema& schema = *original.schema().children[from];
    made->name = shown.names()[at];
    made->items_name = schema.children[0]->name ? schema.children[0]->name : "item";
    std::size_t most_items = 0;
    for (const std::string_view key : std::get<encode::TextDictionary>(all[0].values).values()) {
        made->lists.push_back(codes_of_list(key));
        most_items = std::max(most_items, made->lists.back().size());
    }
    std::int64_t most_rows = 1;
    for (std::size_t b = 0; b < shown.batches(); ++b) most_rows = std::max(most_rows, shown.batch(b).length);
    most_items *= static_cast<std::size_t>(most_rows);
    made->large = *type.lists == Lists::large_one_after_another || *type.lists == Lists::large_views ||
                  most_items > std::numeric_limits<std::int32_t>::max();
    made->items.emplace(*schema.children[0], type.of_items(), lists.cells.items(), most_items);
    items.push_back(std::move(lists.cells.items()));
    SCRIM_TRY(const std::vector<encode::Dictionary> printed, list_texts(made->name, type, all, std::move(items)));

    std::map<std::string_view, Code> by_text;
    for (const std::string_view text : std::get<encode::TextDictionary>(printed[0].values).values())
        by_text.emplace(text, static_cast<Code>(by_text.size()) + 1);
    std::vector<Code> becomes{0};
    for (const std::string_view text : std::get<encode::TextDictionary>(texts.cells.dictionary().values).values()) {
        const auto found = by_text.find(text);
        if (found == by_text.end()) return std::shared_ptr<const Relisted>();
        becomes.push_back(found->second);
    }
    for (const Code code : texts.codes) made->cells.push_back(becomes[code]);
    return std::shared_ptr<const Relisted>(std::move(made));
}

OwnedSchema schema_of(const std::shared_ptr<const Relisted>& column) {
    SchemaParts parts{column->large ? "+L" : "+l", column->name.c_str()};
    parts.children.push_back(
        export_schema({.format = column->items->format(), .name = column->items_name.c_str(), .keep = column}));
    parts.keep = column;
    return export_schema(std::move(parts));
}

// After `skipped` cells that nobody reads, the cells of so many rows.
OwnedArray array_of(const Relisted& column, std::size_t begin, std::size_t skipped, std::size_t rows) {
    struct Own {
        std::vector<std::uint8_t> valid;
        std::vector<std::int32_t> offsets;
        std::vector<std::int64_t> large_offsets;
    };
    const auto own = std::make_shared<Own>();
    own->valid.assign((skipped + rows + 7) / 8, 0);
    std::vector<Code> items;
    ArrayParts parts{static_cast<std::int64_t>(skipped + rows)};
    const auto put_offset = [&] {
        if (column.large)
            own->large_offsets.push_back(static_cast<std::int64_t>(items.size()));
        else
            own->offsets.push_back(static_cast<std::int32_t>(items.size()));
    };
    put_offset();
    for (std::size_t i = 0; i < skipped + rows; ++i) {
        if (const Code cell = i < skipped ? 0 : column.cells[begin + i - skipped]; cell > 0) {
            const std::vector<Code>& list = column.lists[cell - 1];
            items.insert(items.end(), list.begin(), list.end());
            own->valid[i / 8] = static_cast<std::uint8_t>(own->valid[i / 8] | 1 << (i % 8));
        } else {
            ++parts.null_count;
        }
        put_offset();
    }
    parts.buffers = {parts.null_count > 0 ? own->valid.data() : nullptr,
                     column.large ? static_cast<const void*>(own->large_offsets.data()) : own->offsets.data()};
    parts.children.push_back(column.items->cells(items));
    parts.keep = own;
    return export_array(std::move(parts));
}

using Held = std::shared_ptr<const HeldBatches>;
using Columns = std::vector<std::shared_ptr<const Relisted>>;  // [column]; null for those that stay

class RelistedStream final : public BatchSource {
public:
    RelistedStream(Held shown, Columns columns) : shown_(std::move(shown)), columns_(std::move(columns)) {}

    OwnedSchema schema() override {
        SchemaParts parts{"+s", "", nullptr, 0};
        for (std::size_t c = 0; c < columns_.size(); ++c)
            parts.children.push_back(columns_[c] ? schema_of(columns_[c]) : held_schema(shown_, c));
        return export_schema(std::move(parts));
    }
    OwnedArray next() override {
        if (next_ == shown_->batches()) return {};
        const ArrowArray& batch = shown_->batch(next_);
        ArrayParts parts{batch.length, 0, batch.offset, {nullptr}};
        const auto skipped = static_cast<std::size_t>(batch.offset), rows = static_cast<std::size_t>(batch.length);
        for (std::size_t c = 0; c < columns_.size(); ++c)
            parts.children.push_back(columns_[c] ? array_of(*columns_[c], done_, skipped, rows)
                                                 : held_array(shown_, next_, c));
        done_ += rows;
        ++next_;
        return export_array(std::move(parts));
    }

private:
    Held shown_;
    Columns columns_;
    std::size_t next_ = 0, done_ = 0;
};

}  // namespace

Result<Held> relisted(const Held& shown, const HeldBatches& original) {
    Columns columns(shown->names().size());
    bool any = false;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const auto& names = original.names();
        const auto from =
            static_cast<std::size_t>(std::find(names.begin(), names.end(), shown->names()[c]) - names.begin());
        if (from == names.size() || !original.types()[from].lists || !holds_text(shown->types()[c])) continue;
        SCRIM_TRY(columns[c], relist(*shown, c, original, from));
        any = any || columns[c];
    }
    if (!any) return shown;
    ArrowArrayStream stream;
    export_stream(std::make_unique<RelistedStream>(shown, std::move(columns)), &stream);
    return HeldBatches::take(&stream);
}

}  // namespace scrim::arrow

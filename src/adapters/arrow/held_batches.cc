#include "adapters/arrow/held_batches.h"

#include "adapters/arrow/array_check.h"
#include "kernel/core/text.h"
#include "kernel/encode/row_limit.h"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

namespace scrim::arrow {
namespace {

// What the producer says of its error, or the system.
std::string last_error(ArrowArrayStream& stream, int code) {
    const char* const said = stream.get_last_error ? stream.get_last_error(&stream) : nullptr;
    return said && *said ? printable(said, 400) : std::strerror(code);
}

}  // namespace

Result<std::shared_ptr<const HeldBatches>> HeldBatches::take(ArrowArrayStream* stream) {
    if (!stream || !stream->release)
        return input_error("the Arrow stream was released already: a stream can be read once");
    OwnedStream own;
    own.raw = std::exchange(*stream, ArrowArrayStream{});
    if (!own.raw.get_schema || !own.raw.get_next) return input_error("the Arrow stream lacks its functions");
    auto held = std::make_shared<HeldBatches>();
    SCRIM_CHECK(held->take_schema(own.raw));
    SCRIM_CHECK(held->take_batches(own.raw));
    return std::shared_ptr<const HeldBatches>(std::move(held));
}

Result<void> HeldBatches::take_schema(ArrowArrayStream& stream) {
    if (const int code = stream.get_schema(&stream, &schema_.raw); code != 0) {
        schema_.raw = ArrowSchema{};  // it is not ours
        return input_error(format("the Arrow stream has no schema: {}", last_error(stream, code)));
    }
    const ArrowSchema& schema = schema_.raw;
    if (!schema.release || !schema.format) return input_error("the Arrow stream has no schema");
    if (std::string_view(schema.format) != "+s" || schema.dictionary)
        return input_error(
            format("the Arrow stream holds values of the type {}; a table is expected, whose batches "
                   "are structs of columns",
                   quoted(schema.format)));
    if (schema.n_children < 0 || (schema.n_children > 0 && !schema.children))
        return input_error(format("the Arrow schema has {} columns", schema.n_children));
    if (schema.n_children == 0) return input_error("the table has no columns; at least one is expected");
    for (std::int64_t c = 0; c < schema.n_children; ++c) {
        const ArrowSchema* const column = schema.children[c];
        if (!column) return input_error(format("the Arrow schema has no column {}", c + 1));
        std::string name = column->name ? column->name : "";
        if (!is_utf8(name)) return input_error(format("the name of column {} is not UTF-8 text", c + 1));
        if (std::find(names_.begin(), names_.end(), name) != names_.end())
            return input_error(format("two columns are named {}; give each a name of its own", quoted(name)));
        SCRIM_TRY(const CellType type, cell_type(*column, name));
        types_.push_back(type);
        names_.push_back(std::move(name));
    }
    return {};
}

Result<void> HeldBatches::take_batches(ArrowArrayStream& stream) {
    for (;;) {
        OwnedArray batch;
        if (const int code = stream.get_next(&stream, &batch.raw); code != 0) {
            batch.raw = ArrowArray{};
            return input_error(format("the Arrow stream failed after {} rows: {}", with_thousands(starts_.back()),
                                      last_error(stream, code)));
        }
        if (!batch.raw.release) return {};
        SCRIM_CHECK(check(batch.raw));
        if (batch.raw.length == 0) continue;
        starts_.push_back(starts_.back() + static_cast<std::uint64_t>(batch.raw.length));
        batches_.push_back(std::move(batch));
        if (starts_.back() > encode::most_rows) return encode::check_rows(starts_.back());
    }
}

Result<void> HeldBatches::check(const ArrowArray& batch) const {
    if (const std::string wrong = what_is_wrong(batch, names_.size()); !wrong.empty())
        return input_error(
            format("the Arrow stream gives no valid batch after {} rows: {}", with_thousands(starts_.back()), wrong));
    for (std::size_t c = 0; c < names_.size(); ++c)
        if (const std::string wrong = what_is_wrong(*batch.children[c], types_[c], batch.offset + batch.length);
            !wrong.empty())
            return input_error(format("column {} is no valid Arrow array after {} rows: {}", quoted(names_[c]),
                                      with_thousands(starts_.back()), wrong));
    return {};
}

}  // namespace scrim::arrow

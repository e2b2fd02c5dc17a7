#include "scrim/frame.h"

#include "adapters/arrow/exported.h"
#include "adapters/arrow/held_batches.h"

namespace scrim {
namespace {

using arrow::HeldBatches;
using Held = std::shared_ptr<const HeldBatches>;

// A column, or its dictionary.
arrow::OwnedSchema schema_of(const ArrowSchema& schema, const Held& held) {
    arrow::SchemaParts parts{schema.format, schema.name, schema.metadata, schema.flags, {}, {}, held};
    if (schema.dictionary) parts.dictionary = schema_of(*schema.dictionary, held);
    return arrow::export_schema(std::move(parts));
}

arrow::OwnedArray array_of(const ArrowArray& array, const ArrowArray* dictionary, const Held& held) {
    arrow::ArrayParts parts{array.length, array.null_count, array.offset, {}, {}, {}, held};
    parts.buffers.assign(array.buffers, array.buffers + array.n_buffers);
    if (dictionary) parts.dictionary = array_of(*dictionary, nullptr, held);
    return arrow::export_array(std::move(parts));
}

arrow::OwnedSchema table_of(const Held& held) {
    const ArrowSchema& schema = held->schema();
    arrow::SchemaParts parts{schema.format, schema.name, schema.metadata, schema.flags, {}, {}, held};
    for (std::size_t c = 0; c < held->names().size(); ++c)
        parts.children.push_back(schema_of(*schema.children[c], held));
    return arrow::export_schema(std::move(parts));
}

arrow::OwnedArray batch_of(std::size_t number, const Held& held) {
    const ArrowArray& batch = held->batch(number);
    arrow::ArrayParts parts{batch.length, 0, batch.offset, {nullptr}, {}, {}, held};
    for (std::size_t c = 0; c < held->names().size(); ++c) {
        const ArrowArray& column = *batch.children[c];
        parts.children.push_back(array_of(column, held->types()[c].index ? column.dictionary : nullptr, held));
    }
    return arrow::export_array(std::move(parts));
}

// The batches as they are: whoever gets them shares their buffers.
class HeldStream final : public arrow::BatchSource {
public:
    explicit HeldStream(Held held) : held_(std::move(held)) {}
    arrow::OwnedSchema schema() override { return table_of(held_); }
    arrow::OwnedArray next() override {
        return next_ < held_->batches() ? batch_of(next_++, held_) : arrow::OwnedArray();
    }

private:
    Held held_;
    std::size_t next_ = 0;
};

}  // namespace

Result<Frame> Frame::from_arrow(ArrowArrayStream* stream) {
    SCRIM_TRY(Held held, HeldBatches::take(stream));
    return Frame(std::move(held));
}

Result<void> Frame::to_arrow(ArrowArrayStream* out) const {
    if (!held_ || !out) return input_error(held_ ? "no stream to fill was given" : "the frame holds no table");
    arrow::export_stream(std::make_unique<HeldStream>(held_), out);
    return {};
}

std::uint64_t Frame::rows() const { return held_ ? held_->rows() : 0; }

const std::vector<std::string>& Frame::columns() const {
    static const std::vector<std::string> none;
    return held_ ? held_->names() : none;
}

}  // namespace scrim

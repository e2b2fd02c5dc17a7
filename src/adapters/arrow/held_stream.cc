#include "adapters/arrow/held_stream.h"

#include <utility>

namespace scrim::arrow {
namespace {

using Held = std::shared_ptr<const HeldBatches>;

// A column, its dictionary, or the items of its lists.
OwnedSchema schema_of(const ArrowSchema& schema, const CellType& type, const Held& held) {
    SchemaParts parts{schema.format, schema.name, schema.metadata, schema.flags, {}, {}, held};
    if (type.lists) {
        parts.children.push_back(schema_of(*schema.children[0], type.of_items(), held));
    } else if (type.index) {
        parts.dictionary = schema_of(*schema.dictionary, {}, held);
    }
    return export_schema(std::move(parts));
}

OwnedArray array_of(const ArrowArray& array, const CellType& type, const Held& held) {
    ArrayParts parts{array.length, array.null_count, array.offset, {}, {}, {}, held};
    parts.buffers.assign(array.buffers, array.buffers + array.n_buffers);
    if (type.lists) {
        parts.children.push_back(array_of(*array.children[0], type.of_items(), held));
    } else if (type.index) {
        parts.dictionary = array_of(*array.dictionary, {}, held);
    }
    return export_array(std::move(parts));
}

class HeldStream final : public BatchSource {
public:
    explicit HeldStream(Held held) : held_(std::move(held)) {}

    OwnedSchema schema() override {
        const ArrowSchema& schema = held_->schema();
        SchemaParts parts{schema.format, schema.name, schema.metadata, schema.flags, {}, {}, held_};
        for (std::size_t c = 0; c < held_->names().size(); ++c) parts.children.push_back(held_schema(held_, c));
        return export_schema(std::move(parts));
    }
    OwnedArray next() override {
        if (next_ == held_->batches()) return {};
        const ArrowArray& batch = held_->batch(next_);
        ArrayParts parts{batch.length, 0, batch.offset, {nullptr}, {}, {}, held_};
        for (std::size_t c = 0; c < held_->names().size(); ++c) parts.children.push_back(held_array(held_, next_, c));
        ++next_;
        return export_array(std::move(parts));
    }

private:
    Held held_;
    std::size_t next_ = 0;
};

}  // namespace

OwnedSchema held_schema(const Held& held, std::size_t column) {
    return schema_of(*held->schema().children[column], held->types()[column], held);
}

OwnedArray held_array(const Held& held, std::size_t batch, std::size_t column) {
    return array_of(*held->batch(batch).children[column], held->types()[column], held);
}

std::unique_ptr<BatchSource> held_stream(Held held) { return std::make_unique<HeldStream>(std::move(held)); }

}  // namespace scrim::arrow

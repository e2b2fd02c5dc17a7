// Arrays, schemas and streams of ours, as the C data interface hands them over. What they point to lives as long as
// they do, and each child may be moved out and outlive its parent, as the interface allows.
#pragma once

#include "adapters/arrow/owned.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrim::arrow {

struct ArrayParts {
    std::int64_t length = 0;
    std::int64_t null_count = 0;
    std::int64_t offset = 0;
    std::vector<const void*> buffers = {};
    std::vector<OwnedArray> children = {};
    std::optional<OwnedArray> dictionary = {};
    std::shared_ptr<const void> keep = {};  // what the buffers are part of
};
OwnedArray export_array(ArrayParts parts);

struct SchemaParts {
    const char* format = "";
    const char* name = "";
    const char* metadata = nullptr;
    std::int64_t flags = ARROW_FLAG_NULLABLE;
    std::vector<OwnedSchema> children = {};
    std::optional<OwnedSchema> dictionary = {};
    std::shared_ptr<const void> keep = {};  // what the texts are part of
};
OwnedSchema export_schema(SchemaParts parts);

// Where the batches of a stream come from.
class BatchSource {
public:
    virtual ~BatchSource() = default;
    virtual OwnedSchema schema() = 0;
    // The next batch; nothing at the end.
    virtual OwnedArray next() = 0;
};
// Into `out`, which is not looked at.
void export_stream(std::unique_ptr<BatchSource> source, ArrowArrayStream* out);

}  // namespace scrim::arrow

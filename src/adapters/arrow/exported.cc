#include "adapters/arrow/exported.h"

#include <cerrno>
#include <exception>
#include <utility>

namespace scrim::arrow {
namespace {

// What private_data points to: the parts, and the children as the interface wants them.
template <class Parts, class Raw>
struct Exported {
    explicit Exported(Parts from) : parts(std::move(from)) {
        for (auto& child : parts.children) children.push_back(&child.raw);
    }
    Parts parts;
    std::vector<Raw*> children;
};

using ExportedArray = Exported<ArrayParts, ArrowArray>;
using ExportedSchema = Exported<SchemaParts, ArrowSchema>;

// A child that was moved out says so by a release of its own that is null, and is left alone.
template <class Of, class Raw>
void release(Raw* raw) {
    delete static_cast<Of*>(raw->private_data);
    *raw = Raw{};
}

struct ExportedStream {
    std::unique_ptr<BatchSource> source;
    std::string last_error = {};
};

// No exception leaves it: those who call are C.
template <class Make, class Raw>
int guarded(ArrowArrayStream* stream, Raw* out, Make make) {
    auto& own = *static_cast<ExportedStream*>(stream->private_data);
    try {
        make(*own.source).move_to(out);
        return 0;
    } catch (const std::bad_alloc&) {
        return ENOMEM;
    } catch (const std::exception& thrown) {
        try {
            own.last_error = thrown.what();
        } catch (...) {
        }
        return EIO;
    }
}

}  // namespace

OwnedArray export_array(ArrayParts parts) {
    auto own = std::make_unique<ExportedArray>(std::move(parts));
    OwnedArray made;
    made.raw.length = own->parts.length;
    made.raw.null_count = own->parts.null_count;
    made.raw.offset = own->parts.offset;
    made.raw.n_buffers = static_cast<std::int64_t>(own->parts.buffers.size());
    made.raw.buffers = own->parts.buffers.data();
    made.raw.n_children = static_cast<std::int64_t>(own->children.size());
    made.raw.children = own->children.data();
    made.raw.dictionary = own->parts.dictionary ? &own->parts.dictionary->raw : nullptr;
    made.raw.release = release<ExportedArray, ArrowArray>;
    made.raw.private_data = own.release();
    return made;
}

OwnedSchema export_schema(SchemaParts parts) {
    auto own = std::make_unique<ExportedSchema>(std::move(parts));
    OwnedSchema made;
    made.raw.format = own->parts.format;
    made.raw.name = own->parts.name;
    made.raw.metadata = own->parts.metadata;
    made.raw.flags = own->parts.flags;
    made.raw.n_children = static_cast<std::int64_t>(own->children.size());
    made.raw.children = own->children.data();
    made.raw.dictionary = own->parts.dictionary ? &own->parts.dictionary->raw : nullptr;
    made.raw.release = release<ExportedSchema, ArrowSchema>;
    made.raw.private_data = own.release();
    return made;
}

void export_stream(std::unique_ptr<BatchSource> source, ArrowArrayStream* out) {
    auto own = std::make_unique<ExportedStream>(ExportedStream{std::move(source)});
    out->get_schema = [](ArrowArrayStream* stream, ArrowSchema* schema) {
        return guarded(stream, schema, [](BatchSource& from) { return from.schema(); });
    };
    out->get_next = [](ArrowArrayStream* stream, ArrowArray* array) {
        return guarded(stream, array, [](BatchSource& from) { return from.next(); });
    };
    out->get_last_error = [](ArrowArrayStream* stream) -> const char* {
        const std::string& error = static_cast<ExportedStream*>(stream->private_data)->last_error;
        return error.empty() ? nullptr : error.c_str();
    };
    out->release = release<ExportedStream, ArrowArrayStream>;
    out->private_data = own.release();
}

}  // namespace scrim::arrow

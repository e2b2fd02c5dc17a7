#include "adapters/c/handles.h"
#include "scrim/call.h"

extern "C" {

int scrim_frame_from_arrow(struct ArrowArrayStream* stream, scrim_frame** frame, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(stream, "the stream"));
        SCRIM_TRY(scrim::Frame read, scrim::Frame::from_arrow(stream));
        SCRIM_CHECK(scrim::c::need(frame, "frame"));
        *frame = new scrim_frame{std::move(read)};
        return {};
    });
}

int scrim_frame_read(const char* table, scrim_frame** frame, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(table, "table"));
        SCRIM_CHECK(scrim::c::need(frame, "frame"));
        SCRIM_TRY(const scrim::TableInput input, scrim::table_of_json(table));
        SCRIM_TRY(scrim::Frame read, scrim::read_frame(input, scrim::no_progress()));
        *frame = new scrim_frame{std::move(read)};
        return {};
    });
}

int scrim_frame_to_arrow(const scrim_frame* frame, struct ArrowArrayStream* stream, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(frame, "frame"));
        SCRIM_CHECK(scrim::c::need(stream, "the stream"));
        return frame->frame.to_arrow(stream);
    });
}

uint64_t scrim_frame_rows(const scrim_frame* frame) { return frame ? frame->frame.rows() : 0; }
void scrim_frame_free(scrim_frame* frame) { delete frame; }
}

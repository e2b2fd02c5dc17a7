#include "adapters/c/handles.h"
#include "scrim/catalogue.h"
#include "scrim/threads.h"

#include <vector>

extern "C" {

const char* scrim_version(void) {
    static const std::string version = scrim::version_text();
    return version.c_str();
}

void scrim_set_threads(size_t threads) { scrim::set_threads(threads); }

int scrim_call(const char* function, const char* request, const scrim_frame* const* frames, size_t count,
               const scrim_progress* progress, scrim_reply** reply, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(function, "function"));
        SCRIM_CHECK(scrim::c::need(request, "request"));
        SCRIM_CHECK(scrim::c::need(reply, "reply"));
        if (count > 0) SCRIM_CHECK(scrim::c::need(frames, "frames"));
        std::vector<scrim::Frame> given;
        for (size_t i = 0; i < count; ++i) {
            SCRIM_CHECK(scrim::c::need(frames[i], "a frame"));
            given.push_back(frames[i]->frame);
        }
        scrim::c::CalledProgress called(progress);
        SCRIM_TRY(const scrim::CallReply made, scrim::call(function, request, given, called));
        *reply = scrim::c::new_reply(made);
        return {};
    });
}

const char* scrim_reply_json(const scrim_reply* reply) { return reply ? reply->reply.json.c_str() : ""; }
const char* scrim_reply_text(const scrim_reply* reply) { return reply ? reply->reply.text.c_str() : ""; }
const char* scrim_reply_html(const scrim_reply* reply) { return reply ? reply->reply.html.c_str() : ""; }
void scrim_reply_free(scrim_reply* reply) { delete reply; }

int scrim_statdb_open(const char* path, scrim_statdb** statdb, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(path, "path"));
        SCRIM_CHECK(scrim::c::need(statdb, "statdb"));
        SCRIM_TRY(scrim::StatDb opened, scrim::StatDb::open(path));
        *statdb = new scrim_statdb{std::move(opened)};
        return {};
    });
}

int scrim_statdb_ask(const scrim_statdb* statdb, const char* sql, const char* framework, const scrim_progress* progress,
                     scrim_reply** reply, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(statdb, "statdb"));
        SCRIM_CHECK(scrim::c::need(sql, "sql"));
        SCRIM_CHECK(scrim::c::need(reply, "reply"));
        const scrim::c::CalledProgress called(progress);
        SCRIM_TRY(const scrim::StatAnswer answer, statdb->statdb.ask(sql, framework ? framework : "", called));
        *reply = scrim::c::new_reply({scrim::to_json(answer, true), scrim::to_text(answer, true), ""});
        return {};
    });
}

int scrim_statdb_info(const scrim_statdb* statdb, scrim_reply** reply, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(statdb, "statdb"));
        SCRIM_CHECK(scrim::c::need(reply, "reply"));
        const scrim::StatInfo info = statdb->statdb.info();
        *reply = scrim::c::new_reply({scrim::to_json(info), scrim::to_text(info), ""});
        return {};
    });
}

void scrim_statdb_free(scrim_statdb* statdb) { delete statdb; }
}
